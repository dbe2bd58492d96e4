"""Compiling what is only ever folded into something else.

Numba makes every function ready to be called by itself: machine code, and two wrappers for callers
from Python and from C. Parts of kernels need none of these. They are left as the intermediate code
that kernels take in, which saves a third of the time that a nest of many parts takes to compile.
Whoever calls such a part from Python has it compiled by itself, then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):  # type: ignore[misc]
    """As Numba's, up to where the code would be made to run by itself."""

    _name = "edgewise_folded_lowering"

    def run_pass(self, state: Any) -> bool:
        flags, function = state.flags, state.func_id.func
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        super().run_pass(state)

        def entry(*given: Any) -> Any:  # one for each signature: Numba finds the code by it
            return function.edgewise_alone()(*given)

        lowered = state["cr"]
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=entry)
        return True


class _Folding(CompilerBase):  # type: ignore[misc]
    """Numba's usual passes, with our lowering."""

    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state, name="edgewise_folded")
        passes = PassManager("edgewise_folded")
        for step, what in usual.passes:
            passes.add_pass(_Lowering if step is NativeLowering else step, what)
        passes.finalize()
        return [passes]


def folding(compile: Callable[..., Any], function: Callable[..., Any], **options: Any) -> Any:
    """`compile(**options)(function)`, for a function that kernels fold in."""
    made = compile(pipeline_class=_Folding, **options)(function)
    if hasattr(made, "overloads"):  # it is the function itself where nothing is compiled
        function.edgewise_alone = cache(lambda: compile(**options)(function))  # type: ignore[attr-defined]
        made.add_overload = lambda found: made.overloads.update(
            {tuple(found.signature.args): found}
        )
    return made
