"""JAX's CPU jit of the two gradients, on a copy of its own; its results are always new arrays."""

from __future__ import annotations

import time

import jax
import jax.numpy as jnp

from bench import torch_peer
from bench.cases import GLU
from bench.device import Operands

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)


def glu_backward(grad: jax.Array, self_: jax.Array, dim: int) -> jax.Array:
    _, pull_back = jax.vjp(lambda x: jax.nn.glu(x, axis=dim), self_)
    return pull_back(grad)[0]


def log_softmax_backward(grad: jax.Array, output: jax.Array, dim: int) -> jax.Array:
    return grad - jnp.exp(output) * jnp.sum(grad, axis=dim, keepdims=True)


class Jax:
    name = "JAX"

    def __init__(self, operands: Operands) -> None:
        case = operands.case
        formula = glu_backward if case.op == GLU else log_softmax_backward
        self.function = jax.jit(formula, static_argnums=2)
        self.dim = case.dim
        self.grad = self.copy(operands, "grad")
        self.input = self.copy(operands, "input")

    @staticmethod
    def copy(operands: Operands, name: str) -> jax.Array:
        tensor = torch_peer.operand(operands, name).contiguous()
        return jnp.array(jax.dlpack.from_dlpack(tensor), copy=True)

    @staticmethod
    def of(operands: Operands) -> Jax | None:
        """None for strided operands, which JAX does not have."""
        case = operands.case
        views = (case.grad, case.input, case.out)
        return Jax(operands) if all(view.is_dense for view in views) else None

    def time(self, calls: int) -> float:
        function, grad, input_, dim = self.function, self.grad, self.input, self.dim
        begin = time.perf_counter()
        for _ in range(calls):
            function(grad, input_, dim).block_until_ready()
        return (time.perf_counter() - begin) / calls
