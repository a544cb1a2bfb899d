"""The peers that this environment has."""

from __future__ import annotations

from collections.abc import Callable

from bench import torch_peer
from bench.device import Operands
from bench.onednn_peer import OneDnn
from bench.rounds import Competitor
from bench.run import Settings

Maker = Callable[[Operands], Competitor | None]


def jax_maker() -> Maker | None:
    try:
        from bench.jax_peer import Jax
    except ImportError:
        return None
    return Jax.of


def settings(threads: int, budget: float) -> Settings:
    torch_peer.use_threads(threads)
    makers: list[Maker] = [torch_peer.PyTorch, OneDnn.of]
    jax = jax_maker()
    if jax is not None:
        makers.append(jax)
    return Settings(threads, budget, tuple(makers), torch_peer.check)
