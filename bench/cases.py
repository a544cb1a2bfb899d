"""The cases: what is called, how its operands lie, and the bar that it has to clear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bench import layout
from bench.layout import View

GLU = "glu_backward"
LOG_SOFTMAX = "log_softmax_backward"
BYTES = {"float32": 4, "float64": 8, "float16": 2, "bfloat16": 2}
WIDE = {"float32", "float64"}
DTYPES = (
    (GLU, ("float32", "float64", "bfloat16", "float16")),
    (LOG_SOFTMAX, ("float32", "bfloat16", "float16")),
)

Layout = Callable[[tuple[int, ...]], View]


@dataclass(frozen=True)
class Bar:
    """What a case must reach; None where nothing is asked."""

    roof: float | None = None
    best_peer: float | None = 1.0
    pytorch: float | None = None


@dataclass(frozen=True)
class Case:
    op: str
    dtype: str
    what: str
    sizes: tuple[int, ...]
    dim: int
    bar: Bar
    grad: View
    input: View
    out: View
    quick: bool = False
    roofless: bool = False
    fresh_out: bool = False
    name: str = field(init=False)

    def __post_init__(self) -> None:
        shape = "x".join(map(str, self.sizes))
        object.__setattr__(self, "name", f"{self.op}/{self.dtype}/{self.what}/{shape}")

    @property
    def item(self) -> int:
        return BYTES[self.dtype]

    @property
    def plane(self) -> int:
        """Bytes of gradOutput from the first element of a slice to its last."""
        return self.grad.sizes[self.dim] * self.grad.strides[self.dim] * self.item


def grad_sizes(op: str, sizes: tuple[int, ...], dim: int) -> tuple[int, ...]:
    if op == LOG_SOFTMAX:
        return sizes
    dim %= len(sizes)
    return (*sizes[:dim], sizes[dim] // 2, *sizes[dim + 1 :])


def make(
    op: str,
    dtype: str,
    what: str,
    sizes: tuple[int, ...],
    bar: Bar,
    dim: int = -1,
    grad: Layout = layout.dense,
    rest: Layout = layout.dense,
    **flags: bool,
) -> Case:
    return Case(
        op=op,
        dtype=dtype,
        what=what,
        sizes=sizes,
        dim=dim,
        bar=bar,
        grad=grad(grad_sizes(op, sizes, dim)),
        input=rest(sizes),
        out=rest(sizes),
        **flags,
    )


def rows_bar(dtype: str) -> Bar:
    return Bar(roof=0.90 if dtype in WIDE else 0.80)


def dense_cases(op: str, dtype: str) -> Iterator[Case]:
    """Last, first and middle dim, with halves or rows a power of two and not."""
    rows = 16384 // BYTES[dtype]
    wide = 2 if op == GLU else 1
    for half in (4096, 4000):
        first = half == 4096
        quick = first and dtype in ("float32", "bfloat16")
        yield make(op, dtype, "last", (rows, half * wide), rows_bar(dtype), quick=quick)
        yield make(
            op,
            dtype,
            "first",
            (half * wide, rows),
            Bar(0.80),
            dim=0,
            quick=first and dtype == "float32",
        )
        inner = half // 4
        yield make(op, dtype, "middle", (rows // 256, inner * wide, 1024), Bar(0.80), dim=1)


def row_cases() -> Iterator[Case]:
    """Float32 rows of every length."""
    for sizes in ((1 << 18, 128), (64, 1 << 19)):
        yield make(GLU, "float32", "rows", sizes, rows_bar("float32"))
    yield make(GLU, "float32", "short_rows", (1 << 20, 8), Bar(0.60), quick=True)
    for sizes in ((1 << 18, 64), (1 << 16, 512), (512, 128256), (64, 1 << 18)):
        quick = sizes == (512, 128256)
        yield make(LOG_SOFTMAX, "float32", "rows", sizes, rows_bar("float32"), quick=quick)
    yield make(LOG_SOFTMAX, "bfloat16", "rows", (1024, 128256), rows_bar("bfloat16"))
    yield make(LOG_SOFTMAX, "float32", "short_rows", (1 << 20, 8), Bar(0.60), quick=True)
    yield make(LOG_SOFTMAX, "float32", "one_row", (1, 1 << 24), Bar(0.85), quick=True)


def strided_cases(op: str) -> Iterator[Case]:
    sizes = (2048, 8192) if op == GLU else (4096, 4096)
    wide = Bar(0.50)
    one = "float32"
    yield make(
        op,
        one,
        "transposed",
        sizes,
        wide,
        grad=layout.transposed,
        rest=layout.transposed,
        quick=True,
    )
    yield make(op, one, "grad_transposed", sizes, wide, grad=layout.transposed)
    yield make(op, one, "grad_one_row", sizes, wide, grad=layout.one_row)
    yield make(op, one, "grad_one_value", sizes, wide, grad=layout.one_value)
    yield make(op, one, "pitched", sizes, wide, grad=layout.pitched, rest=layout.pitched)
    yield make(op, one, "stepped", sizes, wide, grad=layout.stepped, rest=layout.stepped)
    yield make(op, one, "unaligned", sizes, Bar(0.90), grad=layout.unaligned, rest=layout.unaligned)
    yield make(op, one, "first_touch", sizes, Bar(), fresh_out=True)


def cached_cases(op: str) -> Iterator[Case]:
    for dtype in ("float32", "bfloat16"):
        sizes = (256, 4096 // BYTES[dtype])  # 1 MiB
        bar = Bar(pytorch=1.5)
        yield make(op, dtype, "cache", sizes, bar, roofless=True, quick=dtype == "float32")
    # Beside PyTorch's call from Python; oneDNN's primitive was made before, and libtorch's call
    # passes no Python: figures for comparison.
    bar = Bar(best_peer=None, pytorch=1.0)
    for rows, cols in ((8, 8), (16, 64), (64, 256)):
        yield make(op, "float32", "small", (rows, cols), bar, roofless=True, quick=rows == 8)


def thread_cases() -> list[Case]:
    """All in cache, and enough of it for every thread."""
    return [
        make(op, dtype, "threads", (4096 // BYTES[dtype], 1024), Bar(), roofless=True)
        for op in (GLU, LOG_SOFTMAX)
        for dtype in ("float32", "bfloat16")
    ]


def huge_pairs() -> list[tuple[Case, Case]]:
    """One slice of more elements than 31 bits count, and a smaller one to compare with."""
    counts = {GLU: (1 << 31) + 8, LOG_SOFTMAX: (1 << 31) + 7}

    def case(op: str, count: int) -> Case:
        return make(op, "bfloat16", "huge", (count,), Bar(), dim=0)

    return [(case(op, most), case(op, 1 << 26)) for op, most in counts.items()]


def ceiling_cases() -> list[tuple[Case, Case]]:
    """Calls that the caller's thread does in its cache: one with next to no elements."""
    return [
        (
            make(op, dtype, "ceiling", (16, 1024), Bar(), roofless=True),
            make(op, dtype, "ceiling", (8, 8), Bar(), roofless=True),
        )
        for op, dtypes in DTYPES
        for dtype in dtypes
    ]


def named(name: str) -> Case:
    ceilings = [case for pair in ceiling_cases() for case in pair]
    cases = [*all_cases(), *thread_cases(), *ceilings]
    return next(case for case in cases if case.name == name)


def all_cases() -> list[Case]:
    cases: list[Case] = []
    for op, dtypes in DTYPES:
        for dtype in dtypes:
            cases += dense_cases(op, dtype)
        cases += (case for case in row_cases() if case.op == op)
        cases += strided_cases(op)
        cases += cached_cases(op)
    return cases
