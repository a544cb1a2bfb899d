"""The peers that this environment has, and in words the ones that it lacks."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from bench import torch_peer
from bench.device import Operands
from bench.onednn_peer import OneDnn
from bench.rounds import Competitor

Maker = Callable[[Operands], Competitor | None]


@dataclass
class Peers:
    makers: list[Maker] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def add_jax(peers: Peers) -> None:
    try:
        from bench.jax_peer import Jax
    except ImportError:
        peers.notes.append("JAX is not installed here, so it has no column.")
        return
    peers.makers.append(Jax.of)
    peers.versions["JAX"] = metadata.version("jax")


def add_libtorch(peers: Peers, build: Path) -> None:
    from bench import libtorch_peer

    try:
        library = libtorch_peer.load(build / "lib")
    except (OSError, subprocess.CalledProcessError):
        peers.notes.append("libtorch's C++ call could not be built here, so it has no column.")
        return

    def make(operands: Operands) -> Competitor | None:
        small = operands.case.what == "small"
        return libtorch_peer.LibTorch(library, operands) if small else None

    peers.makers.append(make)


def available(threads: int, build: Path) -> Peers:
    torch_peer.use_threads(threads)
    peers = Peers([torch_peer.PyTorch], {"PyTorch": metadata.version("torch")})
    add_libtorch(peers, build)
    peers.makers.append(OneDnn.of)
    add_jax(peers)
    return peers
