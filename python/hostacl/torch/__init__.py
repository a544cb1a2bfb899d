"""PyTorch on hostacl: what is not an operator of hostacl runs on PyTorch's own CPU kernels.

``enable_fallback()``, or HOSTACL_TORCH_FALLBACK=1 in the environment, switches that on;
``report()`` says which operators ran where.
"""

from hostacl.torch._fallback import disable_fallback, enable_fallback, fallback_enabled
from hostacl.torch._report import Report, report, reset_report

__all__ = [
    "Report",
    "disable_fallback",
    "enable_fallback",
    "fallback_enabled",
    "report",
    "reset_report",
]
