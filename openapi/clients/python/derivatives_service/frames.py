"""Tables in and out: pandas, polars and Arrow, each only where it is installed and was given."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ._model import Model
from ._request import camel_case


def package_of(value: Any) -> str | None:
    """The library that a table is of; None where the value is no table."""
    library = type(value).__module__.split(".")[0]
    return library if library in ("pandas", "polars", "pyarrow") and hasattr(value, "columns") else None


def records(frame: Any) -> list[dict[str, Any]]:
    """One object per row, by the names of the wire; empty cells are left out."""
    library = package_of(frame)
    if library == "pandas":
        rows = frame.to_dict(orient="records")
    elif library == "polars":
        rows = frame.to_dicts()
    else:
        rows = frame.to_pylist()
    return [{camel_case(str(name)): value for name, value in row.items() if not _is_empty(value)} for row in rows]


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def documentation(model: type[Model]) -> dict[str, str]:
    """What each column means, with its unit, by its name in a table."""
    return {name: field.description for name, field in model.model_fields.items() if field.description is not None}


def with_results(frame: Any, results: Sequence[Mapping[str, Any]], model: type[Model]) -> Any:
    """
    The table with a column per field of the results, in the same order and of the same library.

    The columns that it has already stay as they are. A row that failed has no number, and its reason in `error`. Where the library
    keeps notes on columns, they say what each new one means: `df.attrs["documentation"]` in pandas, the metadata of the field in Arrow.
    """
    present = {camel_case(str(name)) for name in _names(frame)}
    added: dict[str, list[Any]] = {}
    for name, field in model.model_fields.items():
        wire = field.alias or name
        column = [each.get(wire) for each in results]
        if wire not in present and any(isinstance(value, (int, float, str)) for value in column):
            added[name] = column
    if any("error" in each for each in results):
        added["error"] = [each["error"]["message"] if "error" in each else None for each in results]
    notes = {name: text for name, text in documentation(model).items() if name in added}
    library = package_of(frame)
    if library == "pandas":
        joined = frame.assign(**added)
        joined.attrs = {**frame.attrs, "documentation": {**frame.attrs.get("documentation", {}), **notes}}
        return joined
    if library == "polars":
        import polars

        return frame.with_columns([polars.Series(name, column) for name, column in added.items()])
    import pyarrow

    for name, column in added.items():
        array = pyarrow.array(column)
        metadata = {"documentation": notes[name]} if name in notes else None
        frame = frame.append_column(pyarrow.field(name, array.type, metadata=metadata), array)
    return frame


def _names(frame: Any) -> Sequence[Any]:
    return frame.column_names if package_of(frame) == "pyarrow" else list(frame.columns)
