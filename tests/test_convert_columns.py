"""Columns and pairs of every kind come in as they are, without a copy where that can be."""

from __future__ import annotations

import array
import subprocess
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgewise as ew
from edgewise.convert.arrays import as_ids, as_vector, as_weights
from tests.foreign import ByArrow, OnDevice, OnGpu

DTYPES = [*"bBhHiIqQ", "e", "f", "d", "?"]


def vector(value: Any) -> np.ndarray[Any, Any]:
    return as_vector(value, "call", "column")


# values and types ----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_type_is_kept_whoever_brings_it(dtype: str) -> None:
    values = np.array([0, 1, 1, 0], dtype)
    bringers = [values, pd.Series(values), OnDevice(values, 1)]
    bringers += [pa.array(values), pa.chunked_array([values[:2], values[2:]])]
    bringers += [ByArrow(pa.chunked_array([values])), memoryview(values)]
    if dtype != "e":  # for which these have no type
        bringers += [pl.Series(values), pd.Index(values)]
    for bringer in bringers:
        found = vector(bringer)
        assert found.dtype == values.dtype, type(bringer)
        assert found.tolist() == values.tolist(), type(bringer)
        assert found.flags.c_contiguous and found.flags.aligned


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float32", "boolean", "Int32", "UInt64"])
@pytest.mark.parametrize("backend", ["numpy", "pyarrow"])
def test_pandas_extension_types(dtype: str, backend: str) -> None:
    name = {"boolean": "bool"}.get(dtype, dtype.lower())
    kind = f"{name}[pyarrow]".replace("float32", "float") if backend == "pyarrow" else dtype
    found = vector(pd.Series([1, 0, 1], dtype=kind))
    assert found.dtype == np.dtype(name)
    assert found.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("given", "dtype"),
    [
        ([3, 1], "int64"),
        ([3, 2**63], "uint64"),
        ([-1, 2**63], "object"),
        ([2**70], "object"),
        ([1, 2.5], "float64"),
        ([2**60, 2.5], "object"),
        ([True, False], "bool"),
        ([True, 2], "int64"),
        ([np.int8(1), np.uint64(2)], "int64"),
        ([np.float32(0.5), 1], "float64"),
        (["a", "b"], "object"),
        (["a", 1], "object"),
        ([], "int64"),
        (range(3), "int64"),
        (deque([1, 2]), "int64"),
        ((n for n in (1, 2)), "int64"),
        ({5: "x"}.keys(), "int64"),
        (array.array("H", [1, 2]), "uint16"),
        (np.array([1, 2], object), "int64"),
        (np.array(["a", "bc"]), "<U2"),
        (np.array([b"a", b"bc"]), "S2"),
        (np.array(["a", "b"], np.dtypes.StringDType()), "object"),
        (np.array(["2020-01-01"], "M8[D]"), "<M8[D]"),
        (np.ma.masked_array([1, 2]), "int64"),
        (np.array([1, 2], ">i4"), "int32"),
        (np.array([1.5], ">f8"), "float64"),
        (pd.Series(["a", "b"]), "object"),
        (pd.Series(["a", "b"], dtype="category"), "object"),
        (pd.Series([7, 8], dtype="category"), "int64"),
        (pl.Series(["a", "b"]), "object"),
        (pl.Series(["a", "b"], dtype=pl.Categorical), "object"),
        (pa.array(["a", "b"]).dictionary_encode(), "object"),
        (pa.chunked_array([["a"], ["b"]]), "object"),
        (pa.chunked_array([], type=pa.int16()), "int16"),
        (pa.array([7, 8]).dictionary_encode(), "int64"),
    ],
    ids=lambda value: "" if isinstance(value, str) else type(value).__name__,
)
def test_what_becomes_of_each_kind(given: Any, dtype: str) -> None:
    values = list(given) if not hasattr(given, "__next__") else [1, 2]
    found = vector(given if not hasattr(given, "__next__") else iter([1, 2]))
    assert found.dtype == np.dtype(dtype)
    plain = [getattr(value, "as_py", lambda value=value: value)() for value in values]
    assert [str(value) for value in found] == [str(value) for value in np.array(plain, dtype)]


@given(st.lists(st.one_of(st.integers(), st.booleans(), st.text(max_size=3), st.floats(-9, 9))))
def test_lists_keep_what_python_tells_apart(values: list[Any]) -> None:
    found = vector(values).tolist()
    assert found == values
    assert [isinstance(a, str) for a in found] == [isinstance(a, str) for a in values]


def test_tuples_are_single_values() -> None:
    assert vector([(1, 2), (3, 4)]).tolist() == [(1, 2), (3, 4)]


def test_strided_reversed_unaligned_and_read_only() -> None:
    base = np.arange(12)
    base.flags.writeable = False
    assert vector(base[::-3]).tolist() == [11, 8, 5, 2]
    assert vector(np.broadcast_to(np.int8(7), 3)).tolist() == [7, 7, 7]
    odd = np.zeros(3, [("a", "i1"), ("b", "f8")])
    odd["b"] = [1, 2, 3]
    found = vector(odd["b"])
    assert found.flags.aligned and found.tolist() == [1, 2, 3]


# no copy -------------------------------------------------------------------------------------


def test_memory_is_shared_where_it_can_be() -> None:
    values = np.arange(100, dtype=np.int32)
    read_only = values.view()
    read_only.flags.writeable = False
    frame = pd.DataFrame({"a": values}, copy=False)
    column = pa.array(values)
    bringers = [values, read_only, values[10:90], frame["a"], OnDevice(values, 1), column]
    bringers += [pa.chunked_array([column]), ByArrow(pa.chunked_array([column]))]
    bringers += [memoryview(values), pl.Series(values), OnDevice(values, 3)]
    for bringer in bringers:
        home = vector(bringer) if isinstance(bringer, pl.Series) else values
        assert np.shares_memory(vector(bringer), home), type(bringer)


def test_nothing_is_imported_that_is_not_there() -> None:
    code = (
        "import sys, numpy as np, edgewise as ew\n"
        "ew.from_edges(np.array([0, 1]), [1, 2], [0.5, 1]); ew.from_edges([('a', 'b')])\n"
        "heavy = {'pandas', 'polars', 'pyarrow', 'networkx', 'igraph', 'cupy', 'torch'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# devices -------------------------------------------------------------------------------------


class FakeCupy:
    """As much of CuPy as is asked for."""

    def __init__(self, answer: np.ndarray[Any, Any]) -> None:
        self.answer, self.asked = answer, 0

    def asarray(self, value: Any) -> Any:
        self.asked += 1
        return SimpleNamespace(get=lambda: self.answer)

    from_dlpack = asarray


@pytest.mark.parametrize("value", [OnGpu(), OnDevice(np.arange(2), 2), OnDevice(np.arange(2), 13)])
def test_a_gpu_column_is_copied_by_cupy(value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cupy = FakeCupy(np.array([4, 5]))
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    assert vector(value).tolist() == [4, 5]
    assert cupy.asked == 1


@pytest.mark.parametrize("value", [OnGpu(), OnDevice(np.arange(2), 2)])
def test_a_gpu_column_without_cupy_says_what_to_install(
    value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ew.MissingDependencyError, match=r'pip install "edgewise\[cuda\]"'):
        vector(value)


def test_a_device_that_nobody_reads_is_refused() -> None:
    with pytest.raises(ew.ArgumentError, match="DLPack kind 7"):
        vector(OnDevice(np.arange(2), 7))


def test_a_failing_export_is_our_error() -> None:
    class Broken(OnDevice):
        def __dlpack__(self, **options: Any) -> Any:
            raise RuntimeError("requires grad")

    class Unpinned(OnDevice):
        def __dlpack_device__(self) -> tuple[int, int]:
            raise BufferError("no device")

    with pytest.raises(ew.ArgumentTypeError, match="column: .*requires grad"):
        vector(Broken(np.arange(2), 1))
    with pytest.raises(ew.ArgumentTypeError, match="no device"):
        vector(Unpinned(np.arange(2), 1))


# refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([1, None, 3], "row 1 is missing"),
        (["a", pd.NA], "row 1 is missing"),
        ([1, pd.NaT], "row 1 is missing"),
        (np.array([1, None], object), "row 1 is missing"),
        (np.ma.masked_array([1, 2, 3], [0, 0, 1]), "row 2 is masked"),
        (pd.Series([1, None], dtype="Int64"), "row 1 is missing"),
        (pd.Series(["a", None, "b"]), "row 1 is missing"),
        (pd.Series([None, "b"], dtype="category"), "row 0 is missing"),
        (pd.Series([1.5, np.nan]), "row 1 is missing"),
        (pl.Series([1, 2, None]), "row 2 is missing"),
        (pa.array([None, 2]), "row 0 is missing"),
        (pa.chunked_array([[1], [2, None]]), "row 2 is missing"),
        (pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None])), "row 1 is"),
        (pa.array([[1], [2]]), "no single values"),
        (pl.Series([[1], [2]]), "no single values"),
        (pl.Series([{"a": 1}]), r"a column of Struct.* holds no single values"),
        (pd.MultiIndex.from_tuples([(0, 1)]), "a MultiIndex of 2 levels is no column"),
        (np.zeros((2, 3)), r"the shape \(2, 3\)"),
        (np.array(3), r"the shape \(\)"),
        ([[1, 2], [3]], "row 0 is a list"),
        (["a", {"b": 1}], "row 1 is a dict"),
        ([1, np.arange(2)], "row 1 is a ndarray"),
        (np.zeros(2, [("a", "i4")]), "records"),
        (pd.DataFrame({"a": [1]}), "ew.from_pandas"),
        (pl.DataFrame({"a": [1]}), "ew.from_polars"),
        (pa.table({"a": [1]}), "ew.from_arrow"),
        ("abc", "not a str"),
        (b"abc", "not a bytes"),
        ({1: 2}, "not a dict"),
        ({1, 2}, "not a set"),
        (None, "not a NoneType"),
        (7, "not an int"),
        (np.float64(7), "not a float64"),
        (object(), "not an object"),
        (ByArrow(pa.table({"a": [1]})), "row 0|cannot be read|no single values"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_no_column(value: Any, says: str) -> None:
    with pytest.raises(ew.ArgumentError, match=says) as refused:
        vector(value)
    assert str(refused.value).startswith("call(): column: ")


# ids and weights -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sources", "targets", "kind"),
    [
        (np.array([0.0, 7.0]), np.array([1, 2]), "i"),
        (np.array([0.0, 7.0]), np.array([1.5, 2.0]), "f"),
        ([float(2**60)], [1.0], "f"),  # beyond what floats tell apart
        ([float("inf")], [1.0], "f"),
    ],
)
def test_whole_floats_are_the_integers_they_equal(sources: Any, targets: Any, kind: str) -> None:
    found = as_ids(sources, targets, "call")
    assert [column.dtype.kind for column in found] == [kind, kind]
    assert found[0].tolist() == list(sources)


def test_wide_integers_of_polars() -> None:
    wide = pl.Series([1, 1 << 70], dtype=pl.Int128)
    assert vector(wide[:1]).dtype == np.int64
    assert vector(wide).tolist() == [1, 1 << 70]


def test_nan_is_no_id() -> None:
    with pytest.raises(ew.ArgumentError, match="targets: row 1 is NaN"):
        as_ids([0, 1], [0.0, float("nan")], "call")


@pytest.mark.parametrize("dtype", DTYPES)
def test_weights_keep_their_type(dtype: str) -> None:
    weights = np.array([1, 0, 1], dtype)
    found = as_weights(weights, "call")
    assert found.dtype == weights.dtype and found is not None
    assert np.shares_memory(found, weights)


def test_weights_of_other_numbers_become_floats() -> None:
    given = [Decimal("0.5"), Fraction(1, 4), 2, 0.125]
    assert as_weights(given, "call").tolist() == [0.5, 0.25, 2.0, 0.125]
    assert as_weights(pa.array([Decimal("1.25")]), "call").tolist() == [1.25]
    assert as_weights([2**60, 0.5], "call").dtype == np.float64


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([1.0, np.nan], "row 1 is NaN"),
        (np.array([np.nan], np.float16), "row 0 is NaN"),
        (["1"], "row 0 is '1', not a number"),
        (np.array(["1"]), "not <U1"),
        ([1j], "not a number"),
        (np.array([1j]), r"\.real or abs"),
        ([2**70], "at most 64 bits"),
        (np.array([1], np.longdouble), "at most 64 bits"),
        (np.array(["2020"], "M8[Y]"), "expected numbers"),
    ],
)
def test_no_weights(weights: Any, says: str) -> None:
    with pytest.raises(ew.ArgumentError, match=says):
        as_weights(weights, "call")
