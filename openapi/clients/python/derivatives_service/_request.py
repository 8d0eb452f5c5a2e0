"""Requests, retries and results, as far as they do not depend on whether a call waits or is awaited."""

from __future__ import annotations

import datetime
import functools
import re
import uuid
from collections.abc import Generator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from . import models
from ._model import Model
from .failures import failure_of
from .operations import OPERATIONS

MAX_RETRIES = 2
FIRST_BACKOFF_S = 0.5
#: A longer Retry-After, such as that of a used-up month, is not waited for: the failure is raised.
MAX_RETRY_AFTER_S = 60.0
#: Longer than the longest deadline of the service.
DEFAULT_TIMEOUT_S = 65.0


def camel_case(name: str) -> str:
    """`option_type` as `optionType`. A trailing underscore, as of `from_`, is dropped."""
    return re.sub(r"_(\w)", lambda match: match.group(1).upper(), name.rstrip("_"))


@functools.lru_cache(maxsize=1)
def _wire_names() -> dict[str, str]:
    """The names of fields on the wire by those in Python, where the two differ."""
    kinds = [each for each in vars(models).values() if isinstance(each, type) and issubclass(each, Model)]
    fields = [item for kind in kinds for item in kind.model_fields.items()]
    return {name: field.alias for name, field in fields if field.alias is not None}


def wire_value(value: Any) -> Any:
    """
    A value as JSON has it: models and dates as they are sent, numbers of numpy as numbers.

    The name of a field in snake_case is sent in camelCase at any depth; a key that names no field, such as a symbol, stays as it is.
    """
    if isinstance(value, Model):
        return value.wire()
    if isinstance(value, Mapping):
        names = _wire_names()
        return {names.get(key, str(key)): wire_value(each) for key, each in value.items() if each is not None}
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    if hasattr(value, "tolist"):
        return wire_value(value.tolist())
    if isinstance(value, (list, tuple)):
        return [wire_value(each) for each in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def body_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of a call as a body: camelCase names, without those that are None."""
    return {camel_case(name): wire_value(value) for name, value in fields.items() if value is not None}


def built(
    operation: str,
    body: Any,
    path: Mapping[str, Any],
    query: Mapping[str, Any],
    idempotency_key: str | None,
    if_match: str | None,
) -> dict[str, Any]:
    """The arguments of one request, the same for each of its attempts."""
    method, template, takes_key = OPERATIONS[operation]
    values = {camel_case(name): value for name, value in path.items()}

    def filled(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in values:
            raise TypeError(f"{operation} needs the path parameter {name}")
        return quote(str(values[name]), safe="")

    request: dict[str, Any] = {
        "method": method,
        "url": re.sub(r"\{(\w+)\}", filled, template),
        "headers": {"Accept": "application/json, */*;q=0.5"},
    }
    parameters = {camel_case(name): wire_value(value) for name, value in query.items() if value is not None}
    if parameters:
        request["params"] = parameters
    if body is not None:
        request["json"] = wire_value(body)
    if takes_key:
        request["headers"]["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    if if_match is not None:
        request["headers"]["If-Match"] = if_match
    return request


def retry_after(response: httpx.Response) -> float | None:
    """Seconds that the answer asks to wait; None where it asks for none that can be read."""
    text = response.headers.get("Retry-After")
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (date - datetime.datetime.now(datetime.timezone.utc)).total_seconds())


def attempts(max_retries: int) -> Generator[float | None, httpx.Response, httpx.Response]:
    """
    The retry policy of the official clients: 408, 429 and 5xx are tried again twice, after 500 ms and then 1 s, or after Retry-After.

    Yields the seconds to wait before each attempt (None: at once) and is sent its answer; returns that of a success.
    """
    wait: float | None = None
    attempt = 0
    while True:
        response = yield wait
        if response.is_success:
            return response
        asked = retry_after(response)
        wait = FIRST_BACKOFF_S * 2**attempt if asked is None else asked
        is_retried = response.status_code in (408, 429) or response.status_code >= 500
        if not is_retried or attempt >= max_retries or wait > MAX_RETRY_AFTER_S:
            raise failure_of(response)
        attempt += 1
