"""New processes, each answering one search."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar, final

import numpy as np

from bench import load
from bench.contest import Contender, Settings

SOURCE = 2


class _First(Contender):
    file: ClassVar[str]
    compiled = False

    @property
    def version(self) -> str:
        return ""  # the checkout need not be installed

    def declines(self, settings: Settings) -> str | None:
        return None if self.compiled or settings["kept"] else "compiles nothing"

    def run(self, inputs: Any, settings: Settings) -> None:
        command = [sys.executable, *self.words(load.place(settings, self.file))]
        with tempfile.TemporaryDirectory() as folder:
            more = {} if settings["kept"] else {"EDGEWISE_CACHE_DIR": folder}
            quiet = subprocess.DEVNULL
            subprocess.run(command, check=True, stdout=quiet, stderr=quiet, env=os.environ | more)

    @abstractmethod
    def words(self, path: Path) -> list[str]:
        """What the interpreter is told."""


class _Edgewise(_First):
    table, package, file, compiled = "first", "edgewise", "first.ew", True

    def ready(self, settings: Settings) -> None:
        import edgewise

        sources, targets, size = load.graph(settings)
        once = sources < targets
        graph = edgewise.from_edges(sources[once], targets[once], directed=False, num_vertices=size)
        edgewise.write(graph, load.place(settings, self.file))


@final
class Library(_Edgewise):
    name = "Edgewise"

    def words(self, path: Path) -> list[str]:
        opened = f"import edgewise as ew; ew.bfs(ew.read({str(path)!r}), {SOURCE}).distances"
        return ["-c", opened]


@final
class CommandLine(_Edgewise):
    name = "Edgewise, command line"
    note = "and shows the farthest vertices"

    def words(self, path: Path) -> list[str]:
        return ["-m", "edgewise", "run", "bfs", str(path), f"--source={SOURCE}"]


@final
class SciPy(_First):
    table, name, package, file = "first", "SciPy", "scipy", "first.npz"

    def ready(self, settings: Settings) -> None:
        from scipy import sparse

        sources, targets, size = load.graph(settings)
        entries = np.ones(len(sources), bool), (sources, targets)
        matrix = sparse.coo_array(entries, shape=(size, size)).tocsr()
        sparse.save_npz(load.place(settings, self.file), matrix, compressed=False)

    def words(self, path: Path) -> list[str]:
        opened = f"from scipy import sparse; g = sparse.load_npz({str(path)!r})"
        return ["-c", f"{opened}; sparse.csgraph.breadth_first_order(g, {SOURCE})"]


@final
class NetworKit(_First):
    table, name, package, file = "first", "NetworKit", "networkit", "first.nkb"

    def ready(self, settings: Settings) -> None:
        import networkit

        sources, targets, size = load.graph(settings)
        once = sources < targets
        columns = sources[once].astype(np.int64), targets[once].astype(np.int64)
        graph = networkit.GraphFromCoo(columns, n=size)
        networkit.graphio.NetworkitBinaryWriter().write(graph, str(load.place(settings, self.file)))

    def words(self, path: Path) -> list[str]:
        opened = (
            f"import networkit as nk; g = nk.graphio.NetworkitBinaryReader().read({str(path)!r})"
        )
        return ["-c", f"{opened}; nk.distance.BFS(g, {SOURCE}).run().getDistances()"]
