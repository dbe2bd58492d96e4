"""`edgewise generate KIND`: make a graph and write it to a file.

Every kind is a function of `edgewise.generate`; its options are that function's arguments.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from edgewise import figures
from edgewise import generate as generators
from edgewise.cli import command, options, screen, writing

if TYPE_CHECKING:
    from edgewise.graph import Graph

KINDS: dict[str, Callable[..., Graph]] = {
    "kron": generators.kronecker,
    "gnm": generators.gnm,
    "gnp": generators.gnp,
    "grid": generators.grid,
    "small-world": generators.small_world,
    "geometric": generators.geometric,
    "preferential": generators.preferential,
    "path": generators.path,
    "cycle": generators.cycle,
    "star": generators.star,
    "complete": generators.complete,
    "complete-bipartite": generators.complete_bipartite,
    "tree": generators.tree,
    "empty": generators.empty,
}

app = typer.Typer(
    help="Make a graph and write it to a file.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _run(make: Callable[..., Graph]) -> command.Run:
    def run(
        output: Annotated[
            Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")
        ],
        to: writing.To = None,
        force: writing.Force = False,
        **given: Any,
    ) -> command.Answer:
        form = writing.chosen(output, to, force)
        graph, took = command.timed(lambda: make(**given))
        written = writing.write(graph, output, form)
        data = {
            "vertices": graph.num_vertices,
            "edges": graph.num_edges,
            "seconds_to_generate": took,
            "written": written.as_dict(),
        }

        def show(console: Console) -> None:
            screen.line(console, repr(graph), "bold")
            speed = figures.rate(graph.num_edges, took, "edges")
            made = ("made", f"in {figures.seconds(took)} ({speed})")
            console.print(screen.pairs([made, written.row()]))

        written.warn()
        return command.Answer(data, show)

    return run


def _first_line(make: Callable[..., Graph]) -> str:
    return (inspect.getdoc(make) or "").partition("\n")[0]


for _name, _make in KINDS.items():
    command.add(app, _run(_make), _name, options.of(_make), help=_first_line(_make))
