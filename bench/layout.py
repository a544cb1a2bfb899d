"""How an operand lies in its storage, in elements."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    storage: int

    @property
    def count(self) -> int:
        return math.prod(self.sizes)

    @property
    def distinct(self) -> int:
        """The elements that memory holds: a stride of 0 names the same one again and again."""
        pairs = zip(self.sizes, self.strides, strict=True)
        return math.prod(size for size, stride in pairs if stride != 0)

    @property
    def is_dense(self) -> bool:
        return self.strides == row_major(self.sizes)


def row_major(sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(math.prod(sizes[i + 1 :]) for i in range(len(sizes)))


def dense(sizes: tuple[int, ...]) -> View:
    return View(sizes, row_major(sizes), 0, math.prod(sizes))


def unaligned(sizes: tuple[int, ...]) -> View:
    """Dense, but starts one element later than its storage."""
    return View(sizes, row_major(sizes), 1, math.prod(sizes) + 1)


def transposed(sizes: tuple[int, ...]) -> View:
    """The first dim is the dense one."""
    strides = tuple(reversed(row_major(tuple(reversed(sizes)))))
    return View(sizes, strides, 0, math.prod(sizes))


def pitched(sizes: tuple[int, ...]) -> View:
    """Each row is a part of a row that is 72 elements longer."""
    whole = (*sizes[:-1], sizes[-1] + 72)
    return View(sizes, row_major(whole), 8, math.prod(whole))


def stepped(sizes: tuple[int, ...]) -> View:
    """Every second element of each row."""
    whole = (*sizes[:-1], sizes[-1] * 2)
    return View(sizes, (*row_major(whole)[:-1], 2), 0, math.prod(whole))


def one_row(sizes: tuple[int, ...]) -> View:
    """One row, expanded to all of them."""
    strides = (*(0 for _ in sizes[:-1]), 1)
    return View(sizes, strides, 0, sizes[-1])


def one_value(sizes: tuple[int, ...]) -> View:
    """One value, expanded to every element: the gradient of a sum."""
    return View(sizes, tuple(0 for _ in sizes), 0, 1)
