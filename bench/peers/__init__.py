"""The contenders, one file a library. Heavy packages are imported only where they run."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from bench.contest import Contender


def every(table: str) -> list[Contender]:
    """All contenders of a table, Edgewise first."""
    here = Path(__file__).parent
    modules = [
        import_module(f"bench.peers.{name}")
        for name in sorted(p.stem for p in here.glob("[a-z]*.py"))
    ]
    kinds = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Contender)
        and not value.__name__.startswith("_")
        and value.__module__ == module.__name__
        and getattr(value, "table", None) == table
    ]
    found = [kind() for kind in kinds if not kind.__abstractmethods__]
    return sorted(found, key=lambda one: (one.package != "edgewise", one.kind))


def named(table: str, name: str) -> Contender:
    """The contender of this name."""
    return next(one for one in every(table) if one.name == name)
