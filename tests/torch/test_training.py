"""The example's classifier on "npu" beside the CPU, and data that loads in other processes."""

import pathlib
import sys

import pytest
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "torch"))
import train_classifier  # noqa: E402


def losses_on(device, monkeypatch, arguments):
    monkeypatch.setattr(train_classifier, "device", device)
    return train_classifier.train(train_classifier.parse_arguments(arguments))[0]


def test_the_loss_curve_equals_the_cpus_at_every_step(fallback, monkeypatch):
    arguments = ["--epochs", "2", "--images", "12800"]
    expected = losses_on("cpu", monkeypatch, arguments)
    losses = losses_on("npu", monkeypatch, arguments)
    assert len(losses) == 100 and losses[-1] < 0.5 * losses[0]
    assert max(abs(a - b) for a, b in zip(losses, expected)) < 1e-5


def test_the_example_draws_its_loss_curve(fallback, tmp_path, capsys):
    plot = tmp_path / "loss.png"
    train_classifier.main(["--epochs", "1", "--images", "2560", "--plot", str(plot)])
    assert plot.read_bytes()[1:4] == b"PNG"
    assert "test accuracy" in capsys.readouterr().out


class Squares(torch.utils.data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return torch.tensor([index, index**2], dtype=torch.float32)


@pytest.mark.parametrize("start", ["forkserver", "fork"])
def test_data_loads_in_other_processes_and_is_pinned(start):
    torch.ones(1).npu()
    loader = torch.utils.data.DataLoader(
        Squares(), batch_size=16, num_workers=2, pin_memory=True, multiprocessing_context=start
    )
    rows = []
    for batch in loader:
        assert batch.is_pinned()
        rows.append(batch.to("npu", non_blocking=True))
    torch.npu.synchronize()
    result = torch.vstack([row.cpu() for row in rows])
    assert torch.equal(result, torch.vstack([Squares()[index] for index in range(64)]))


def test_a_saved_model_loads_on_either_device(fallback, tmp_path):
    model = train_classifier.GatedClassifier().npu()
    torch.save(model.state_dict(), tmp_path / "model.pt")
    for device in ("cpu", "npu"):
        loaded = train_classifier.GatedClassifier().to(device)
        loaded.load_state_dict(torch.load(tmp_path / "model.pt", map_location=device))
        assert torch.equal(loaded.first.weight.cpu(), model.first.weight.cpu())
