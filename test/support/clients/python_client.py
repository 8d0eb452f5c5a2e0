"""Uses the installed Python client: python_client.py URL KEY. Prints one line at the end; whatever is wrong raises."""

import asyncio
import json
import sys
import uuid

import httpx
import pandas as pd
import polars as pl
import pyarrow as pa
import derivatives_service as ds
from derivatives_service.results import html_of

url, key = sys.argv[1:]
# Another one in each run, because the store may have the trades of the last.
TAG = str(uuid.uuid4())
OPTION = dict(spot=100, strike=105, rate=0.05, volatility=0.2, time=1, option_type="put")
PRICED = {
    "success": True,
    "data": {"price": 1.5, "spot": 100, "strike": 105, "optionType": "put"},
    "correlationId": "0192",
    "timestamp": "2026-01-05T00:00:00Z",
}


class Faults:
    """Answers with one status after the other, and notes each request and each wait."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self.waits = []

    def __call__(self, request):
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, headers = answer if isinstance(answer, tuple) else (answer, {})
        refusal = {"success": False, "error": {"code": "SVC-SYS-002", "message": "busy"}, "correlationId": "0193"}
        return httpx.Response(status, headers=headers, json=PRICED if status < 300 else refusal)

    def client(self, **options):
        return ds.Client("http://faults", "k", transport=httpx.MockTransport(self), sleep=self.waits.append, **options)

    async def sleep(self, seconds):
        self.waits.append(seconds)


def raised(expected, function):
    try:
        function()
    except expected as failure:
        return failure
    raise AssertionError(f"no {expected.__name__}")


# The policy: 408, 429 and 5xx, two retries, 500 ms doubled, Retry-After honoured.
for status in (408, 429, 500, 501, 502, 503, 504):
    faults = Faults(status, status, 200)
    assert faults.client().price(**OPTION).price == 1.5
    assert faults.waits == [0.5, 1.0], (status, faults.waits)
    assert len({request.headers["Idempotency-Key"] for request in faults.requests}) == 1
    faults = Faults(status, status, status)
    assert raised(ds.ServiceFailure, lambda: faults.client().price(**OPTION)).status == status
    assert len(faults.requests) == 3
for status in (400, 401, 403, 404, 409, 412, 413, 415, 422, 428):
    faults = Faults(status)
    raised(ds.ServiceFailure, lambda: faults.client().price(**OPTION))
    assert faults.waits == [] and len(faults.requests) == 1
faults = Faults((429, {"Retry-After": "7"}), 503, 200)
faults.client().price(**OPTION)
assert faults.waits == [7.0, 1.0]
# A wait of an hour is the caller's to decide.
faults = Faults((429, {"Retry-After": "3600"}))
raised(ds.ServiceFailure, lambda: faults.client().price(**OPTION))
assert faults.waits == []
faults = Faults(httpx.ReadTimeout("late"))
assert "within 3 s" in str(raised(ds.TimeoutFailure, lambda: faults.client(timeout=3).price(**OPTION)))
# Two calls have two keys, a caller may name one, and what is no POST has none.
faults = Faults(200, 200, 200, 200)
client = faults.client()
client.price(**OPTION)
client.price(**OPTION)
client.call("priceOption", OPTION, idempotency_key="mine")
client.raw("getHealth")
first, second, third, fourth = [request.headers.get("Idempotency-Key") for request in faults.requests]
assert first != second and third == "mine" and fourth is None


async def awaited():
    faults = Faults(503, 503, 200)
    async with ds.AsyncClient("http://faults", "k", transport=httpx.MockTransport(faults), sleep=faults.sleep) as client:
        assert (await client.price(**OPTION)).price == 1.5
    assert faults.waits == [0.5, 1.0]
    async with ds.AsyncClient(url, key) as client:
        priced = await client.price(**OPTION)
        frame = await client.price(pd.DataFrame([OPTION, OPTION]))
        assert list(frame.price) == [priced.price, priced.price]
        assert (await priced.receipt.replay()).identical
        job = await client.job("priceOption", priced_body)
        assert (await job.result()).price == priced.price
        assert [each async for each in client.items("listTemplates")] != []


# Names in snake_case are sent in camelCase at any depth, and symbols as they are.
faults = Faults(200)
swap = {"type": "interest_rate_swap", "fixed_rate": 0.03, "leg": {"from_": 1}}
faults.client().raw("calculateXva", {"trades": [swap], "market": {"assets": {"my_stock": {"spot": 1}}}})
sent = json.loads(faults.requests[0].content)
assert sent["trades"] == [{"type": "interest_rate_swap", "fixedRate": 0.03, "leg": {"from": 1}}]
assert sent["market"] == {"assets": {"my_stock": {"spot": 1}}}

# Everything that a notebook shows is escaped.
shown = html_of({"price": 1.0, "standardError": 0.1, "description": "<script>alert(1)</script>"})
assert "<script>" not in shown and "&lt;script&gt;" in shown and "1 ± 0.1" in shown
assert "<b>" not in html_of({"exposure": [{"time": 1, "ee": "<b>"}]})

# Against the service.
svc = ds.Client(url, key)
priced = svc.price(**OPTION)
assert priced.manifest.pricer_id == "equity_vanilla_bs" and priced.option_type == "put"
assert svc.receipt(priced.manifest.run_id).read().raw["runId"] == priced.correlation_id
assert priced.receipt.replay().identical and priced.response.status_code == 200
assert "per 1.00 of volatility" in svc.greeks(**OPTION)._repr_html_()
refused = raised(ds.InvalidRequest, lambda: svc.price(**{**OPTION, "spot": -1}))
assert (refused.code, refused.pointer, refused.status) == ("SVC-REQ-001", "/spot", 400)
assert raised(ds.ResourceNotFound, lambda: svc.call("getCurve", path={"curve_id": "crv_none"})).code == "SVC-RES-001"
assert raised(ds.AuthenticationFailure, lambda: ds.Client(url, "svc_test_x").price(**OPTION)).status == 401

call = {"type": "vanilla_call", "underlying": "SPX", "strike": 105, "expiry": "2027-01-05"}
market = {"spot": 100, "rate": 0.03, "volatility": 0.2, "valuationDate": "2026-01-05"}
contract = svc.contract(call, market=market, pricer={"numPaths": 4096})
assert "SPX" in contract.describe().description
assert contract.greeks().delta > 0 and contract.price().standard_error >= 0

# A table in, a table out, in each library, with what each column means.
frame = pd.DataFrame([{**OPTION, "strike": strike} for strike in (95, 105)], index=["a", "b"])
greeks = svc.greeks(frame)
assert list(greeks.index) == ["a", "b"] and greeks.attrs["documentation"]["vega"] and "vega" not in frame
assert greeks.loc["b", "price"] == priced.price
wrong = svc.price(pd.DataFrame([OPTION, {**OPTION, "spot": -1}]))
assert wrong.price.isna().tolist() == [False, True] and "spot" in wrong.error[1]
assert svc.price(pl.DataFrame([OPTION]))["price"][0] == priced.price
table = svc.price(pa.Table.from_pylist([OPTION]))
assert table["price"][0].as_py() == priced.price and b"documentation" in table.schema.field("price").metadata
book = pd.DataFrame([{**OPTION, "underlying": "ACME", "quantity": quantity} for quantity in (10, -20)])
valued = svc.portfolio(book).price()
assert list(valued.value) == [10 * priced.price, -20 * priced.price]
assert svc.portfolio(book).var(confidence=0.99).value_at_risk > 0
assert svc.portfolio(book).var("monte_carlo", pricer={"numPaths": 4096}).standard_error > 0

# A stored portfolio by its id, a list by pages, and a job with its progress.
stored = svc.call("createPortfolio", {"name": "Clients"}).raw["id"]
instrument = {"type": "equity_option", "underlying": "ACME", "quantity": 1, "optionType": "put", "strike": 105, "maturity": 1}
trades = [
    svc.call("bookTrade", {"tradeDate": "2026-01-05", "tags": [TAG], "terms": {**instrument, "strike": 90 + number}}).raw["id"]
    for number in range(3)
]
assert {each.id for each in svc.items("listTrades", query={"tag": TAG, "limit": 1})} == set(trades)
assert stored.startswith("pfl_")
assert svc.portfolio(stored)._named == {"portfolioId": stored}
priced_body = {"spot": 100, "strike": 105, "rate": 0.05, "volatility": 0.2, "time": 1, "optionType": "put"}
seen = []
job = svc.job("priceOption", priced_body, label="from Python")
assert job.result(progress=lambda part, state: seen.append(part)).price == priced.price
assert seen[-1] == 1
assert svc.job("priceOption", priced_body).result(progress=True).price == priced.price
failure = raised(ds.InvalidRequest, lambda: svc.job("priceOption", {**priced_body, "spot": -1}))
assert failure.pointer == "/request/spot"
asyncio.run(awaited())
print("every check of the Python client holds")
