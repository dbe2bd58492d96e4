"""The laws a monoid or a program may declare; what is legal is computed from them.

| law | says | unlocks |
| --- | --- | --- |
| associative | (a+b)+c is a+(b+c) | partial sums: lists split between threads, pushes |
| commutative | a+b is b+a | messages in any order: pushes |
| idempotent | a+a is a | a vertex listed twice, a message told twice |
| monotone | a value only improves | asynchronous rounds, in place |
| residual | what is left to tell is itself a sum | asynchronous pushes of sums |
| uniform | all messages of a synchronous round are equal | pulls that read only a bitmap |
| ordered | what is told is never better than what was sent | bins by priority, least first |
| terminal | some value cannot improve | pulls that stop early |
| exact | the answer is bit-equal on every schedule | tests by == |
| local | an update reads u, v and e only | blocks, clusters |
"""

from __future__ import annotations

ASSOCIATIVE, COMMUTATIVE, IDEMPOTENT = "associative", "commutative", "idempotent"
MONOTONE, RESIDUAL, UNIFORM, ORDERED = "monotone", "residual", "uniform", "ordered"
TERMINAL, EXACT, LOCAL = "terminal", "exact", "local"

ALL_LAWS = (
    ASSOCIATIVE, COMMUTATIVE, IDEMPOTENT, MONOTONE, RESIDUAL, UNIFORM, ORDERED, TERMINAL, EXACT,
    LOCAL,
)  # fmt: skip
