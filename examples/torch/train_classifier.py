"""A gated classifier for Fashion-MNIST: linear 784 to 128, GLU to 64, linear to 10, log-softmax.

An ordinary PyTorch program. Its only line about a device is `device = "npu"`; with hostacl
installed beside torch_npu that is this machine's CPU.
"""

import argparse
import gzip
import pathlib
import time

import matplotlib
import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

device = "npu"

DATA = "/usr/share/datasets/fashion-mnist"
HEADER_BYTES = {"images-idx3": 16, "labels-idx1": 8}


class GatedClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(784, 128)
        self.second = nn.Linear(64, 10)

    def forward(self, images):
        return F.log_softmax(self.second(F.glu(self.first(images))), dim=-1)


def read(folder, name, kind):
    path = pathlib.Path(folder) / f"{name}-{kind}-ubyte.gz"
    if not path.exists():
        raise SystemExit(f"{path} is missing; Debian's package dataset-fashion-mnist installs it")
    return torch.frombuffer(
        bytearray(gzip.open(path).read()[HEADER_BYTES[kind] :]), dtype=torch.uint8
    )


def load(folder, name):
    images = read(folder, name, "images-idx3").reshape(-1, 784).float() / 255
    return images, read(folder, name, "labels-idx1").long()


def train_epoch(model, optimizer, images, labels, batch, title, losses):
    order = torch.randperm(len(images))
    for start in tqdm(range(0, len(images) - batch + 1, batch), desc=title, leave=False):
        chosen = order[start : start + batch]
        optimizer.zero_grad()
        loss = F.nll_loss(model(images[chosen].to(device)), labels[chosen].to(device))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


@torch.no_grad()
def accuracy(model, images, labels):
    return (model(images.to(device)).argmax(-1).cpu() == labels).float().mean().item()


def plot(losses, path):
    plt.figure(figsize=(7, 4))
    plt.plot(losses, linewidth=0.6)
    plt.xlabel("step")
    plt.ylabel("negative log-likelihood")
    plt.title(f"Gated classifier on Fashion-MNIST, {device}")
    plt.tight_layout()
    plt.savefig(path, dpi=120)
    plt.close()


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--images", type=int, default=60000, help="how many images to train on")
    parser.add_argument("--data", default=DATA, help="the folder of Fashion-MNIST (%(default)s)")
    parser.add_argument(
        "--plot", default="loss.png", help="where the loss curve goes (%(default)s)"
    )
    return parser.parse_args(arguments)


def train(options):
    """Trains as the options say; returns the loss of each step and the seconds of each epoch."""
    torch.manual_seed(20240229)
    images, labels = (part[: options.images] for part in load(options.data, "train"))
    test_images, test_labels = load(options.data, "t10k")
    model = GatedClassifier().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, options.epochs)
    losses, seconds = [], []
    for epoch in range(1, options.epochs + 1):
        begin = time.perf_counter()
        title = f"epoch {epoch}/{options.epochs}"
        train_epoch(model, optimizer, images, labels, options.batch, title, losses)
        seconds.append(time.perf_counter() - begin)
        schedule.step()
        print(
            f"{title}  loss {losses[-1]:.4f}  test accuracy "
            f"{100 * accuracy(model, test_images, test_labels):.2f} %  {seconds[-1]:.1f} s"
        )
    return losses, seconds


def main(arguments=None):
    options = parse_arguments(arguments)
    losses, _ = train(options)
    plot(losses, options.plot)
    print(f"loss curve in {options.plot}")


if __name__ == "__main__":
    main()
