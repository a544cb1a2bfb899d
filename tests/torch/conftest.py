"""What the tests of torch_npu on hostacl share."""

import os
import subprocess
import sys

import hostacl
import pytest
import torch


@pytest.fixture
def fallback():
    """Operators that hostacl lacks run on the CPU."""
    hostacl.torch.enable_fallback()
    yield
    hostacl.torch.disable_fallback()


@pytest.fixture
def run_python():
    """Runs a program in a process of its own and returns what it printed; it must succeed."""

    def run(program, *, fails=False, **environment):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stderr if fails else done.stdout

    return run


@pytest.fixture(autouse=True)
def fixed_seed():
    torch.manual_seed(20240229)
