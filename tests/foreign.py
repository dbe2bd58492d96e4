"""Stand-ins for the arrays and tables of libraries that need not be there."""

from __future__ import annotations

from typing import Any

import numpy as np


class OnDevice:
    """Like an array of another library, told by DLPack."""

    def __init__(self, values: np.ndarray[Any, Any], device: int) -> None:
        self.values, self.device = values, device

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device, 0


class OnGpu:
    """Like an array of another library, told by the CUDA array interface."""

    __cuda_array_interface__ = {"shape": (2,), "typestr": "<i8", "data": (1, False), "version": 3}  # noqa: RUF012


class ByArrow:
    """Like a column of another library, told by Arrow's C stream."""

    def __init__(self, column: Any) -> None:
        self.column = column

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.column.__arrow_c_stream__(requested_schema)
