"""What a call raises: a refusal or failure of the service by its code, no answer in time, or a job that failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Fault:
    """One fault of a request: a JSON pointer into the body, and what is wrong with the bound and the value."""

    pointer: str
    reason: str


class ServiceFailure(Exception):
    """An answer of the service that is no success."""

    def __init__(self, response: httpx.Response, body: dict[str, Any]) -> None:
        error = body.get("error") or {}
        super().__init__(error.get("message", f"The answer has the status {response.status_code} and no envelope"))
        self.response = response
        self.status: int = response.status_code
        #: Stable and machine-readable, such as SVC-REQ-001; None where something between client and service answered.
        self.code: str | None = error.get("code")
        self.faults = [Fault(each["pointer"], each["reason"]) for each in error.get("details", [])]
        #: Identifies the call in the logs of the service.
        self.correlation_id: str | None = body.get("correlationId")

    @property
    def pointer(self) -> str | None:
        """Pointer of the first fault; None where the failure names no field."""
        return self.faults[0].pointer if self.faults else None


class AuthenticationFailure(ServiceFailure):
    """The key is missing, unknown, expired or revoked (SVC-AUTH-001 to 003)."""


class EntitlementFailure(ServiceFailure):
    """The key lacks the scope, or the tenant the tier (SVC-AUTH-004 and 005)."""


class InvalidRequest(ServiceFailure):
    """The request is wrong: `faults` names each field (SVC-REQ-001 to 006)."""


class ResourceNotFound(ServiceFailure):
    """What the request names does not exist (SVC-RES-001)."""


class ConflictFailure(ServiceFailure):
    """The stored state does not allow the request (SVC-RES-002 to 005)."""


class LimitFailure(ServiceFailure):
    """Too many requests, a used-up quota, or a computation over the cost limit (SVC-LIMIT-001 to 003)."""


class CalculationFailure(ServiceFailure):
    """Pricing, calibration or optimisation failed (SVC-CALC-001 to 003)."""


class TimeoutFailure(Exception):
    """No answer came within the time-out of an attempt."""


class JobFailure(Exception):
    """A job ended without a result."""

    def __init__(self, job: dict[str, Any]) -> None:
        error = job.get("error") or {}
        super().__init__(error.get("message", f"The job {job['id']} is {job['state']}"))
        self.job_id: str = job["id"]
        self.state: str = job["state"]
        self.code: str | None = error.get("code")


# The class of each code, by the first prefix that fits.
_CLASSES: list[tuple[str, type[ServiceFailure]]] = [
    ("SVC-AUTH-004", EntitlementFailure),
    ("SVC-AUTH-005", EntitlementFailure),
    ("SVC-AUTH", AuthenticationFailure),
    ("SVC-REQ", InvalidRequest),
    ("SVC-RES-001", ResourceNotFound),
    ("SVC-RES", ConflictFailure),
    ("SVC-LIMIT", LimitFailure),
    ("SVC-CALC", CalculationFailure),
]


def failure_of(response: httpx.Response) -> ServiceFailure:
    """The failure of an answer, of the class of its code."""
    try:
        body = response.json()
    except ValueError:
        body = {}
    if not isinstance(body, dict):
        body = {}
    code = (body.get("error") or {}).get("code", "")
    for prefix, failure in _CLASSES:
        if code.startswith(prefix):
            return failure(response, body)
    return ServiceFailure(response, body)
