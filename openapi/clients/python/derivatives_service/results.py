"""Results: the model of the data, the manifest and the receipt, and how a notebook shows them."""

from __future__ import annotations

from html import escape
from typing import Any, Generic, TypeVar

import httpx
from pydantic import TypeAdapter

from . import models

Data = TypeVar("Data")

#: Names of the Greeks with their units, in the order in which desks read them.
GREEKS = {
    "delta": "per 1.00 of spot",
    "gamma": "per 1.00² of spot",
    "vega": "per 1.00 of volatility",
    "theta": "per year of time passing",
    "rho": "per 1.00 of rate",
    "dividendRho": "per 1.00 of dividend yield",
    "vanna": "of delta, per 1.00 of volatility",
    "volga": "of vega, per 1.00 of volatility",
}

#: Columns of an exposure profile.
EXPOSURES = ("time", "ee", "nee", "pfe", "pfe95", "pfe99")

_adapters: dict[str, TypeAdapter[Any]] = {}


def parsed(operation: str, data: Any) -> Any:
    """The data of an answer as the model of its operation."""
    adapter = _adapters.get(operation)
    if adapter is None:
        adapter = _adapters[operation] = TypeAdapter(models.RESULTS[operation])
    return adapter.validate_python(data)


class Result(Generic[Data]):
    """The result of a call. Fields of the data are attributes of the result as well: `result.price`."""

    def __init__(self, operation: str, response: httpx.Response, receipt: Any) -> None:
        body = response.json()
        self.operation = operation
        #: The data as they came, by their names on the wire.
        self.raw: Any = body["data"]
        self.data: Data = parsed(operation, self.raw)
        #: The answer: status and headers.
        self.response = response
        self.correlation_id: str = body["correlationId"]
        manifest = (body.get("meta") or {}).get("manifest")
        #: The pricer, its version and its validation status; None where nothing was priced.
        self.manifest: models.RunManifest | None = None if manifest is None else models.RunManifest.model_validate(manifest)
        #: By which the service computes the result again; None where nothing was priced.
        self.receipt = None if manifest is None else receipt(manifest["runId"])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "data":
            raise AttributeError(name)
        return getattr(self.data, name)

    def __repr__(self) -> str:
        return f"Result({self.data!r})"

    def _repr_html_(self) -> str:
        return html_of(self.raw, self.manifest)


def number(value: Any) -> str:
    return f"{value:,.6g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def _rows(rows: list[list[str]], head: list[str] | None = None) -> str:
    title = "" if head is None else "<tr>" + "".join(f"<th>{escape(each)}</th>" for each in head) + "</tr>"
    body = "".join("<tr>" + "".join(f'<td style="text-align:right">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table>{title}{body}</table>"


def html_of(data: Any, manifest: Any = None) -> str:
    """A price with its error bar, Greeks with their units, an exposure profile, or the plain fields. Everything is escaped."""
    if not isinstance(data, dict):
        return f"<pre>{escape(str(data))}</pre>"
    parts = []
    rows = [[name, number(value), GREEKS.get(name, "")] for name, value in data.items() if _is_plain(value) and name != "standardError"]
    for row in rows:
        if row[0] == "price" and "standardError" in data:
            error = data["standardError"]
            row[1] += f" ± {number(error)}"
            row[2] = "one standard error"
    if rows:
        parts.append(_rows(rows))
    errors = data.get("standardErrors")
    if isinstance(errors, dict):
        parts.append(_rows([[name, number(value)] for name, value in errors.items() if _is_plain(value)], ["standard error of", ""]))
    profile = data.get("exposure")
    if isinstance(profile, list) and profile and isinstance(profile[0], dict):
        columns = [name for name in EXPOSURES if name in profile[0]] or [name for name, value in profile[0].items() if _is_plain(value)]
        parts.append(_rows([[number(point.get(name, "")) for name in columns] for point in profile], columns))
    if manifest is not None:
        pricer = f"{manifest.pricer_id} {manifest.pricer_version}, {manifest.capability_status}, {manifest.market_data_as_of}"
        parts.append(f"<small>{escape(pricer)}</small>")
    return "".join(parts)


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, int, float))
