"""Client of the derivatives pricing and risk service."""

from .client import AsyncClient, AsyncJob, Client, Job, Receipt
from .failures import (
    AuthenticationFailure,
    CalculationFailure,
    ConflictFailure,
    EntitlementFailure,
    Fault,
    InvalidRequest,
    JobFailure,
    LimitFailure,
    ResourceNotFound,
    ServiceFailure,
    TimeoutFailure,
)
from .results import Result

__all__ = [
    "AsyncClient",
    "AsyncJob",
    "AuthenticationFailure",
    "CalculationFailure",
    "Client",
    "ConflictFailure",
    "EntitlementFailure",
    "Fault",
    "InvalidRequest",
    "Job",
    "JobFailure",
    "LimitFailure",
    "Receipt",
    "ResourceNotFound",
    "Result",
    "ServiceFailure",
    "TimeoutFailure",
]
