"""The same functors on the CPU and for CUDA, in a process of their own that says what it did."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ARCHITECTURES = (75, 80, 90, 100)
EDGES = [(0, 1, 4), (0, 2, 1), (2, 1, 2), (1, 3, 5)]
TOLL = [0, 1, 0, 0]

FUNCTORS = """
import numpy as np
import edgewise as ew
from edgewise.program.functor import functor
from brought_weighed import weighed

SCALE = {scale}

def further(sent, weight, v, toll):
    return sent + weighed(weight, SCALE) + toll[v]

def is_new(v, levels):
    return levels[v] == -1

def nearer(v, levels):
    return is_new(v, levels) and ew.lower(levels, v, SCALE)

FAR = ew.VertexProgram("far", value=np.int64, combine=ew.MIN, message=further)
NEW = functor(nearer)
"""
WEIGHED = """
def weighed(weight, scale):
    return weight * scale + {more}
"""


def written(folder: Path, scale: int = 1, more: int = 0) -> Path:
    """The functors as a person would have them: a module, and one it takes a function from."""
    folder.mkdir(exist_ok=True)
    (folder / "brought.py").write_text(FUNCTORS.format(scale=scale))
    (folder / "brought_weighed.py").write_text(WEIGHED.format(more=more))
    return folder


def program(one: Any, types: Any, **arguments: str) -> Any:
    """The loop of a program that pushes."""
    from edgewise.kernels.cuda import nests
    from edgewise.schedule import rules

    given = tuple(arguments.items())
    return nests.loop(one, "relax", ("group", None), rules.fixed, types, given)


def advance(cond: Any, types: Any, **arguments: str) -> Any:
    """An advance that pushes."""
    from edgewise.kernels.cuda.operator_nests import Visit, advance

    what = Visit((cond, None, None), tuple(arguments.items()), False, False, False, True)
    return advance(what, "group", None, types)


def told() -> dict[str, object]:
    """Run and link what the folder named on the command line holds."""
    sys.path.insert(0, sys.argv[1])
    sys.dont_write_bytecode = True
    import numpy as np
    from brought import FAR, NEW

    import edgewise as ew
    from edgewise.cli.compiled import kernels
    from edgewise.kernels.cuda.nests import graph_types

    g = ew.from_edges(EDGES)
    run = ew.run(FAR, g, start={0: 0}, schedule="push list sync vertex", toll=np.array(TOLL))
    types = graph_types("int32", "int32", g.weight_dtype)
    made = program(FAR, types, toll="int64*"), advance(NEW, types, levels="int32*")
    cubins = [nest.built(arch) for arch in ARCHITECTURES for nest in made]
    return {
        "values": run.values.tolist(),
        "compiled": kernels(),
        "found": sum(cubin.found for cubin in cubins),
        "made": sum(not cubin.found for cubin in cubins),
        "numba_cuda": "numba.cuda" in sys.modules,
        "code": [cubin.code.hex() for cubin in cubins],
    }


if __name__ == "__main__":
    print(json.dumps(told()))
