"""Trains the classifier on "cpu" and on "npu" in one run: loss curves, and the time of an epoch.

usage: HOSTACL_TORCH_FALLBACK=1 python compare_devices.py [option of train_classifier.py]...
"""

import statistics
import sys

import train_classifier


def main():
    options = train_classifier.parse_arguments(sys.argv[1:])
    losses, seconds = {}, {}
    for device in ("cpu", "npu"):
        train_classifier.device = device
        print(f"device {device}")
        losses[device], seconds[device] = train_classifier.train(options)
    worst = max(abs(a - b) for a, b in zip(losses["cpu"], losses["npu"]))
    median = {device: statistics.median(times) for device, times in seconds.items()}
    print(f"largest difference of two losses of one step: {worst:.2g}")
    print(
        f"median epoch: cpu {median['cpu']:.2f} s, npu {median['npu']:.2f} s, "
        f"ratio {median['npu'] / median['cpu']:.2f}"
    )


if __name__ == "__main__":
    main()
