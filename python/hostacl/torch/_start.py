"""What hostacl does when torch_npu has been imported."""

import os

from hostacl.torch import _fallback

_SWITCH = "HOSTACL_TORCH_FALLBACK"


def start():
    """Lets refusals say what is missing; switches the fallback on where the environment does."""
    value = os.environ.get(_SWITCH, "0")
    if value not in ("0", "1"):
        raise ImportError(f"{_SWITCH} must be 0 or 1, but is {value!r}")
    _fallback.explain_refusals()
    if value == "1":
        _fallback.enable_fallback()
