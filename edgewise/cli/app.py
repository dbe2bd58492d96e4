"""The commands, put together."""

from __future__ import annotations

from typing import Annotated, Any, final

import typer
from typer.core import TyperGroup

from edgewise import __version__, io
from edgewise.cli import (
    bench,
    command,
    convert,
    demo,
    doctor,
    formats,
    generate,
    info,
    options,
    run,
    verify,
    warmup,
)

EPILOG = (
    "Exit codes: 0 all is well, 1 an error, 2 a wrong option or argument, 130 interrupted. "
    "EDGEWISE_THREADS sets the number of threads, EDGEWISE_DEVICE where algorithms run, NO_COLOR "
    "turns colours off."
)

ORDER = (
    *("info", "convert", "generate", "run", "verify"),
    *("formats", "warmup", "bench", "doctor", "demo"),
)


@final
class InOrder(TyperGroup):
    """Lists the commands in the order of a newcomer's questions."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, as `--help` shows them."""
        return sorted(super().list_commands(ctx), key=ORDER.index)


app = typer.Typer(
    name="edgewise",
    cls=InOrder,
    help="Graphs: look at them, convert them, make them, run algorithms on them.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

command.add(app, info.run, "info", options.of(io.read, without=["path"]))
command.add(app, convert.run, "convert", options.of(io.read, without=["path"]))
app.add_typer(generate.app, name="generate")
app.add_typer(run.app, name="run")
app.add_typer(verify.app, name="verify")
command.add(app, formats.run, "formats")
command.add(app, warmup.run, "warmup")
command.add(app, bench.run, "bench")
command.add(app, doctor.run, "doctor")
command.add(app, demo.run, "demo")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"edgewise {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log what is done, show where errors arise.")
    ] = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options before the command."""
    context.obj = verbose
