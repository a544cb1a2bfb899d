"""How the package makes its libraries the process's own."""

import pathlib
import subprocess

import hostacl
import pytest

CHECK = "import torch; assert torch.npu.is_available(); x = torch.ones(2, 2).npu()"


@pytest.mark.parametrize(
    "first", ["import hostacl", "import torch", "import torch_npu", "import torch; import hostacl"]
)
def test_every_order_of_imports(run_python, first):
    printed = run_python(
        f"{first}; {CHECK}; import hostacl, torch_npu; print(*hostacl.info()['libraries'])"
    )
    assert "libascendcl.so" in printed


def test_info():
    info = hostacl.info()
    assert info["version"] == hostacl.__version__
    assert info["soc"] == "Ascend910B1" and info["devices"] == 1 and info["threads"] >= 1
    assert info["memory"] > 0 and info["target"]
    assert {"aclnnGlu", "aclnnGluBackward", "aclnnInplaceCopy"} <= set(info["operators"])
    assert all(pathlib.Path(path).is_file() for path in info["libraries"])
    assert "Ascend910B1" in str(info)


def test_info_says_which_variable_cannot_be_used(run_python):
    failure = run_python("import hostacl; hostacl.info()", fails=True, HOSTACL_THREADS="many")
    assert "HOSTACL_THREADS" in failure


def test_info_follows_the_environment(run_python):
    printed = run_python(
        "import hostacl; print(dict(hostacl.info()))",
        HOSTACL_SOC="Ascend310P3",
        HOSTACL_DEVICE_COUNT="3",
        HOSTACL_DEVICE_MEMORY="1G",
        HOSTACL_THREADS="2",
    )
    assert "'soc': 'Ascend310P3'" in printed and "'devices': 3" in printed
    assert f"'memory': {2**30}" in printed and "'threads': 2" in printed


def test_another_cann_is_refused(run_python, tmp_path):
    source = tmp_path / "other.c"
    source.write_text("int other;\n")
    other = tmp_path / "libascendcl.so"
    subprocess.run(["cc", "-shared", "-o", str(other), str(source)], check=True)
    failure = run_python(f"import ctypes; ctypes.CDLL('{other}'); import hostacl", fails=True)
    assert "ImportError: hostacl cannot be used beside another CANN" in failure
    assert str(other) in failure


def test_versions_that_do_not_fit_are_refused(run_python):
    failure = run_python(
        "import importlib.metadata as metadata\n"
        "version = metadata.version\n"
        "metadata.version = lambda name: '2.7.1' if name == 'torch_npu' else version(name)\n"
        "import torch_npu",
        fails=True,
    )
    assert "hostacl works with torch 2.13 and torch_npu 2.13, but torch_npu 2.7.1" in failure


def test_the_switch_of_the_fallback(run_python):
    program = "import torch; print((torch.ones(2).npu() + 1).cpu())"
    assert "tensor([2., 2.])" in run_python(program, HOSTACL_TORCH_FALLBACK="1")
    assert "enable_fallback()" in run_python(program, fails=True, HOSTACL_TORCH_FALLBACK="0")
    failure = run_python(program, fails=True, HOSTACL_TORCH_FALLBACK="yes")
    assert "HOSTACL_TORCH_FALLBACK must be 0 or 1, but is 'yes'" in failure
