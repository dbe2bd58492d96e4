"""New interpreters, each importing one package."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, ClassVar, final

from bench.contest import Contender, Settings


class _Import(Contender):
    line: ClassVar[str]

    @property
    def version(self) -> str:
        return ""  # the checkout need not be installed

    def run(self, inputs: Any, settings: Settings) -> None:
        subprocess.run([sys.executable, "-c", self.line], check=True, stdout=subprocess.DEVNULL)


@final
class Edgewise(_Import):
    table, name, package, line = "import", "Edgewise", "edgewise", "import edgewise"


@final
class FirstGraph(_Import):
    table, name, package = "import", "Edgewise, and a first graph built", "edgewise"
    line = "import edgewise; edgewise.from_edges([0], [1])"
    note = "kernels compiled before"


@final
class Nothing(_Import):
    table, name, line = "import", "nothing", "pass"


@final
class NumPy(_Import):
    table, name, package, line = "import", "NumPy", "numpy", "import numpy"


@final
class SciPy(_Import):
    table, name, package, line = "import", "scipy.sparse", "scipy", "import scipy.sparse"


@final
class NetworkX(_Import):
    table, name, package, line = "import", "NetworkX", "networkx", "import networkx"


@final
class Igraph(_Import):
    table, name, package, line = "import", "igraph", "igraph", "import igraph"


@final
class NetworKit(_Import):
    table, name, package, line = "import", "NetworKit", "networkit", "import networkit"


@final
class GraphBLAS(_Import):
    table, name, package, line = "import", "GraphBLAS", "python-graphblas", "import graphblas"
    module = "graphblas"
    note = "initialised when first used"


@final
class Pandas(_Import):
    table, name, package, line = "import", "pandas", "pandas", "import pandas"


@final
class Numba(_Import):
    table, name, package, line = "import", "Numba", "numba", "import numba"
    note = "what Edgewise imports when a kernel first runs"
