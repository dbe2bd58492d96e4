"""The .properties file of a Graphalytics graph: `graph.NAME.KEY = VALUE` on each line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from edgewise.adjacency import Array
from edgewise.errors import FormatError
from edgewise.io.edge_notes import WEIGHT_TYPES
from edgewise.io.heading import Line, first_lines
from edgewise.io.source import Source
from edgewise.kernels.cpu import line_grammar as codes

KEYS = (
    "directed",
    "vertex-file",
    "edge-file",
    "meta.vertices",
    "meta.edges",
    "edge-properties.names",
    "edge-properties.types",
    "edgewise.weights",
)
TYPES = {"real": codes.REAL, "int": codes.INTEGER, "integer": codes.INTEGER, "": codes.MIXED}


@final
@dataclass(frozen=True, slots=True)
class Setting:
    """A value, and the line that sets it."""

    value: str
    line: Line


@final
class Properties:
    """What a .properties file says of a graph."""

    def __init__(self, source: Source, settings: dict[str, Setting]) -> None:
        self._source, self._settings = source, settings

    @property
    def directed(self) -> bool:
        setting = self._settings.get("directed")
        if setting is None:
            raise FormatError(
                self._source.path,
                "nothing says whether the graph is directed",
                expected="a line 'graph.NAME.directed = true' (or false)",
            )
        if setting.value.lower() not in ("true", "false"):
            setting.line.refuse("this is no direction", setting.value, "true or false")
        return setting.value.lower() == "true"

    @property
    def weight(self) -> int:
        """The kind of the weights promised; NO_WEIGHT where none are."""
        names = self._settings.get("edge-properties.names")
        if names is None or not names.value:
            return codes.NO_WEIGHT
        if "," in names.value:
            names.line.refuse("an edge can have one property, its weight", names.value)
        types = self._settings.get("edge-properties.types")
        kind = "" if types is None else types.value.lower()
        if types is not None and kind not in TYPES:
            types.line.refuse("this is no type of a weight", types.value, "real or integer")
        return TYPES[kind]

    @property
    def weight_type(self) -> np.dtype[Any] | None:
        """What the weights were, where we wrote the file."""
        noted = self._settings.get("edgewise.weights")
        if noted is not None and noted.value not in WEIGHT_TYPES:
            noted.line.refuse("this is no type of a weight", noted.value, ", ".join(WEIGHT_TYPES))
        return None if noted is None else np.dtype(noted.value)

    def file(self, key: str, usual: str) -> str:
        """The name of a sister file, which lies in the same folder."""
        setting = self._settings.get(key)
        if setting is None:
            return usual
        if not setting.value or "/" in setting.value or setting.value in (".", ".."):
            setting.line.refuse(
                "a file beside this one is meant", setting.value, "its name and no path"
            )
        return setting.value

    def check_count(self, key: str, counted: int) -> None:
        """Refuse another number than was promised."""
        setting = self._settings.get(key)
        what = key.removeprefix("meta.")
        if setting is not None and setting.line.count(setting.value, what) != counted:
            setting.line.refuse(f"{setting.value} {what} are promised and there are {counted}")


def written(name: str, vertices: int, edges: int, directed: bool, weights: Array | None) -> bytes:
    """The properties of a graph whose files have this name."""
    settings = {
        "vertex-file": f"{name}.v",
        "edge-file": f"{name}.e",
        "meta.vertices": vertices,
        "meta.edges": edges,
        "directed": str(directed).lower(),
    }
    if weights is not None:
        kind = "real" if weights.dtype.kind == "f" else "int"
        settings |= {"edge-properties.names": "weight", "edge-properties.types": kind}
        settings["edgewise.weights"] = str(weights.dtype)
    key = re.sub("[^A-Za-z0-9_-]", "_", name)
    return "".join(f"graph.{key}.{what} = {value}\n" for what, value in settings.items()).encode()


def read_properties(source: Source) -> Properties:
    """All that is set, each once, the keys without `graph.NAME.`; what is not known is left."""
    settings: dict[str, Setting] = {}
    for line in first_lines(source):
        text = line.text.decode("utf-8", "backslashreplace").replace("\t", " ").strip()
        if not text or text.startswith(("#", "!")):
            continue
        if not text.isprintable():
            line.refuse("this is no text", text)
        name, equals, value = text.partition("=")
        if not equals:
            line.refuse("this sets nothing", text, "KEY = VALUE")
        key = next((key for key in KEYS if name.strip().endswith("." + key)), None)
        if key is not None and key in settings:
            line.refuse(f"{key} is set a second time", text)
        if key is not None and name.strip().startswith("graph."):
            settings[key] = Setting(value.strip(), line)
    return Properties(source, settings)
