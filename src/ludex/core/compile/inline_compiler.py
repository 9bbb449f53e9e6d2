"""Compiling a rule that is only ever part of something larger.

Numba compiles every function for its own sake: it optimises it, turns it into machine code, and wraps it for calls from
Python. A rule is called by other rules alone and is inlined into them, so all of that would be thrown away. A rule
compiled as a part stops at LLVM's intermediate code. Only entries, which contain all their parts, go the whole way:
a game compiles in less than half the time, to code that is as fast.

This module imports Numba, and is itself imported only when something is compiled.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_dynfunc: Any = import_module("numba._dynfunc")
_codegen: Any = import_module("numba.core.codegen")
_compiler: Any = import_module("numba.core.compiler")
_machinery: Any = import_module("numba.core.compiler_machinery")
_passes: Any = import_module("numba.core.typed_passes")


def options() -> dict[str, Any]:
    """Return Numba's options for a part, without wrappers for callers outside compiled code.

    Raises `AttributeError` if this version of Numba lacks one of the private methods that parts replace.
    """
    for kind, name in (
        (_codegen.JITCodeLibrary, "_optimize_final_module"),
        (_codegen.JITCodeLibrary, "_finalize_final_module"),
        (_codegen.JITCodeLibrary, "_finalize_dynamic_globals"),
        (_passes.NativeLowering, "run_pass"),
        (_compiler.DefaultPassBuilder, "define_nopython_pipeline"),
        (_dynfunc, "make_function"),
    ):
        getattr(kind, name)
    wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return {"pipeline_class": PartCompiler, "forceinline": True, **wrappers}


class PartLibrary(_codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """Code to link into other code: neither optimised on its own nor loaded into memory."""

    def _optimize_final_module(self) -> None:
        """Do nothing: the entry is optimised as a whole."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(_passes.NativeLowering):  # type: ignore[misc]  # as above
    """Lowers a rule to intermediate code, and makes it known to the rules that call it."""

    _name = "ludex_part_lowering"

    def __init__(self) -> None:
        _passes.NativeLowering.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state.cr
        no_address = 0  # callers find the code by this object; it cannot be called itself
        handle = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), lowered.fndesc.qualname, "", no_address, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(handle, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=handle)
        return True


class PartCompiler(_compiler.CompilerBase):  # type: ignore[misc]  # as above
    """Numba's pipeline, with the last step replaced."""

    def define_pipelines(self) -> list[Any]:
        pipeline = _compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        last = _passes.NativeLowering
        pipeline.passes = [(PartLowering if step is last else step, why) for step, why in pipeline.passes]
        pipeline.finalize()
        return [pipeline]
