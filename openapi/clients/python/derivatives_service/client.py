"""The client that waits for each answer, and the one whose calls are awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx

from ._names import Names
from ._request import DEFAULT_TIMEOUT_S, MAX_RETRIES, attempts, built
from .failures import JobFailure, TimeoutFailure
from .results import Result, parsed

#: Seconds of one request for the state of a job, where nobody watches its progress, and where somebody does.
_WAIT_S, _WATCHED_WAIT_S = 20, 1

Progress = Callable[[float, dict[str, Any]], None]


class _Connection(Names):
    """What both clients are made with."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = MAX_RETRIES,
        sleep: Callable[[float], Any] | None = None,
        transport: Any = None,
    ) -> None:
        """
        :param timeout: seconds that one attempt may take
        :param max_retries: attempts after the first
        :param sleep: in place of the clock that waits between attempts
        :param transport: an httpx transport, for a proxy or a test
        """
        self._max_retries = max_retries
        self._timeout = timeout
        self._sleep: Any = sleep
        self._options: dict[str, Any] = {
            "base_url": url.rstrip("/"),
            "headers": {"X-API-Key": api_key},
            "timeout": timeout,
            "transport": transport,
        }

    def receipt(self, run_id: str) -> Any:
        """The receipt of a priced result, by the run of its manifest."""
        return Receipt(self, run_id)

    def _request(self, operation: str, body: Any, options: dict[str, Any]) -> tuple[dict[str, Any], float, int]:
        timeout = options.pop("timeout", None) or self._timeout
        retries = options.pop("max_retries", None)
        request = built(
            operation,
            body,
            options.pop("path", {}),
            options.pop("query", {}),
            options.pop("idempotency_key", None),
            options.pop("if_match", None),
        )
        if options:
            raise TypeError(f"a call has no option {', '.join(options)}")
        return request, timeout, self._max_retries if retries is None else retries


class Client(_Connection):
    """A connection to the service; each call waits for its answer."""

    def __init__(self, url: str, api_key: str, **options: Any) -> None:
        super().__init__(url, api_key, **options)
        self._sleep = self._sleep or time.sleep
        self._http = httpx.Client(**self._options)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def raw(self, operation: str, body: Any = None, **options: Any) -> httpx.Response:
        """Calls any operation by its id and returns the answer of a success: reports and artifacts are no envelopes."""
        request, timeout, retries = self._request(operation, body, options)
        policy = attempts(retries)
        wait = next(policy)
        while True:
            if wait is not None:
                self._sleep(wait)
            try:
                response = self._http.request(**request, timeout=timeout)
            except httpx.TimeoutException as error:
                raise TimeoutFailure(f"No answer to {request['method']} {request['url']} within {timeout} s") from error
            try:
                wait = policy.send(response)
            except StopIteration as success:
                return success.value

    def call(self, operation: str, body: Any = None, **options: Any) -> Result[Any]:
        """Calls any operation by its id. Options: path, query, if_match, idempotency_key, timeout, max_retries."""
        return Result(operation, self.raw(operation, body, **options), self.receipt)

    def items(self, operation: str, **options: Any) -> Iterator[Any]:
        """Every item of a list, page by page."""
        query = dict(options.pop("query", {}))
        while True:
            page = self.call(operation, query=query, **options)
            yield from page.data.items
            if page.raw.get("nextCursor") is None:
                return
            query["cursor"] = page.raw["nextCursor"]

    def job(self, operation: str, body: Any = None, *, path: Any = None, **submission: Any) -> Job:
        """Submits an operation as a job; label, priority, notBefore and the like are keywords."""
        return Job(self, operation, self.call("submitJob", _submission(operation, body, path, submission)).raw["id"])

    def _mapped(self, call: Any, change: Callable[[Any], Any]) -> Any:
        return change(call)


class AsyncClient(_Connection):
    """A connection to the service whose calls are awaited."""

    def __init__(self, url: str, api_key: str, **options: Any) -> None:
        super().__init__(url, api_key, **options)
        self._sleep = self._sleep or asyncio.sleep
        self._http = httpx.AsyncClient(**self._options)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def raw(self, operation: str, body: Any = None, **options: Any) -> httpx.Response:
        """As Client.raw."""
        request, timeout, retries = self._request(operation, body, options)
        policy = attempts(retries)
        wait = next(policy)
        while True:
            if wait is not None:
                await self._sleep(wait)
            try:
                response = await self._http.request(**request, timeout=timeout)
            except httpx.TimeoutException as error:
                raise TimeoutFailure(f"No answer to {request['method']} {request['url']} within {timeout} s") from error
            try:
                wait = policy.send(response)
            except StopIteration as success:
                return success.value

    async def call(self, operation: str, body: Any = None, **options: Any) -> Result[Any]:
        """As Client.call."""
        return Result(operation, await self.raw(operation, body, **options), self.receipt)

    async def items(self, operation: str, **options: Any) -> AsyncIterator[Any]:
        """As Client.items, for `async for`."""
        query = dict(options.pop("query", {}))
        while True:
            page = await self.call(operation, query=query, **options)
            for item in page.data.items:
                yield item
            if page.raw.get("nextCursor") is None:
                return
            query["cursor"] = page.raw["nextCursor"]

    async def job(self, operation: str, body: Any = None, *, path: Any = None, **submission: Any) -> AsyncJob:
        """As Client.job."""
        submitted = await self.call("submitJob", _submission(operation, body, path, submission))
        return AsyncJob(self, operation, submitted.raw["id"])

    async def _mapped(self, call: Awaitable[Any], change: Callable[[Any], Any]) -> Any:
        return change(await call)


class Receipt:
    """The receipt of a priced result, by which the service computes it again."""

    def __init__(self, client: Any, run_id: str) -> None:
        self._client = client
        self.run_id = run_id

    def replay(self) -> Any:
        """Computes the result again and compares it to the last bit."""
        return self._client.call("replayReceipt", path={"run_id": self.run_id})

    def read(self) -> Any:
        """The request, the result and where they came from."""
        return self._client.call("getReceipt", path={"run_id": self.run_id})


def _submission(operation: str, body: Any, path: Any, submission: dict[str, Any]) -> dict[str, Any]:
    from ._request import body_of, camel_case, wire_value

    request = {**body_of(submission), "operation": operation}
    if body is not None:
        request["request"] = wire_value(body)
    if path is not None:
        request["params"] = {camel_case(name): str(value) for name, value in path.items()}
    return request


class Job:
    """An operation that runs as a job of the service."""

    def __init__(self, client: Client, operation: str, job_id: str) -> None:
        self._client = client
        self.operation = operation
        self.id = job_id

    def state(self, wait: float = 0) -> dict[str, Any]:
        """The state, at once or when the job has ended, after `wait` seconds at the latest."""
        return self._client.call("getJob", path={"job_id": self.id}, query={"wait": wait}).raw

    def result(self, progress: bool | Progress = False) -> Any:
        """
        Waits for the end and returns the data.

        :param progress: True for a bar (by tqdm), or a function of the part that is done and the state
        :raises JobFailure: where the job failed, was cancelled or expired
        """
        with _Bar(progress, self.operation) as bar:
            while True:
                job = self.state(bar.wait)
                bar.show(job)
                if job["state"] not in ("queued", "running"):
                    break
        if job.get("artifactId") is None:
            return _data(self.operation, job)
        content = self._client.raw("getArtifactContent", path={"artifact_id": job["artifactId"]})
        return _data(self.operation, {**job, "result": content.json()["data"]})

    def cancel(self) -> dict[str, Any]:
        """Cancels the job; one that has ended stays as it is."""
        return self._client.call("cancelJob", path={"job_id": self.id}).raw


class AsyncJob:
    """As Job, for await."""

    def __init__(self, client: AsyncClient, operation: str, job_id: str) -> None:
        self._client = client
        self.operation = operation
        self.id = job_id

    async def state(self, wait: float = 0) -> dict[str, Any]:
        """As Job.state."""
        return (await self._client.call("getJob", path={"job_id": self.id}, query={"wait": wait})).raw

    async def result(self, progress: bool | Progress = False) -> Any:
        """As Job.result."""
        with _Bar(progress, self.operation) as bar:
            while True:
                job = await self.state(bar.wait)
                bar.show(job)
                if job["state"] not in ("queued", "running"):
                    break
        if job.get("artifactId") is None:
            return _data(self.operation, job)
        content = await self._client.raw("getArtifactContent", path={"artifact_id": job["artifactId"]})
        return _data(self.operation, {**job, "result": content.json()["data"]})

    async def cancel(self) -> dict[str, Any]:
        """As Job.cancel."""
        return (await self._client.call("cancelJob", path={"job_id": self.id})).raw


def _data(operation: str, job: dict[str, Any]) -> Any:
    if job["state"] != "succeeded":
        raise JobFailure(job)
    return parsed(operation, job["result"])


class _Bar:
    """Progress of a job: nothing, a bar, or a function of the caller."""

    def __init__(self, progress: bool | Progress, title: str) -> None:
        self.wait = _WAIT_S if progress is False else _WATCHED_WAIT_S
        self._function = progress if callable(progress) else None
        self._bar: Any = None
        if progress is True:
            from tqdm.auto import tqdm

            self._bar = tqdm(total=1.0, desc=title, bar_format="{l_bar}{bar}| {elapsed}")

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, job: dict[str, Any]) -> None:
        if self._function is not None:
            self._function(job["progress"], job)
        if self._bar is not None:
            self._bar.update(job["progress"] - self._bar.n)
