"""Adjusted notionals, supervisory deltas, add-ons and exposures at default of SA-CCR: test/reference/sa_ccr.json.

Written from the text of the Basel Committee (CRE52, effective as of 1 January 2023) with normal distributions of SciPy 1.17.1:

    CRE52.34   interest rates: notional times (exp(-5 % S) - exp(-5 % E))/5 %
    CRE52.36   foreign exchange: the foreign leg at today's rate, and of two foreign legs the larger
    CRE52.37   equity: the current price of a share times the shares
    CRE52.40   the delta of an option: P is the forward of the underlying, with the supervisory volatility of CRE52.72
    CRE52.48   maturity factors without a margin agreement; CRE52.53 to 66 aggregation; CRE52.20 to 23 multiplier

    pip install numpy==2.4.6 scipy==1.17.1 && python test/reference/generate/sa_ccr.py --write
"""
from math import exp, log, sqrt

from common import generate
from scipy.stats import norm

RATES = {"USD": 0.03, "EUR": 0.02, "GBP": 0.04}
FX = {"USD": 1.0, "EUR": 1.1, "GBP": 1.3}
SHARES = {"ACME": ("USD", 100.0, 0.01), "RHINE": ("EUR", 40.0, 0.06)}
MARKET = {
    "valuationDate": "2026-11-20",
    "curves": {code: {"rate": rate} for code, rate in RATES.items()},
    "fx": {"EURUSD": FX["EUR"], "GBPUSD": FX["GBP"]},
    "volatilities": {pair: {"type": "lognormal", "volatility": 0.1} for pair in ("EURUSD", "GBPUSD")},
    "models": {"USD": {"meanReversion": 0.03, "volatility": 0.008}, "EUR": {"meanReversion": 0.03, "volatility": 0.007}},
    "assets": {
        name: {"spot": spot, "volatility": 0.25, "dividend": dividend, "currency": code} for name, (code, spot, dividend) in SHARES.items()
    },
}


def bond(code, time):
    return exp(-RATES[code] * time)


def delta(direction, option, volatility, forward, strike, expiry):
    d1 = (log(forward / strike) + 0.5 * volatility**2 * expiry) / (volatility * sqrt(expiry))
    return direction * (norm.cdf(d1) if option == "call" else -norm.cdf(-d1))


def trade_of(trade):
    """Class, hedging set, adjusted notional, supervisory delta, maturity."""
    kind, maturity, quantity = trade["type"], trade["maturity"], trade.get("quantity", 1)
    side = 1 if quantity > 0 else -1
    if kind.startswith("equity"):
        code, spot, dividend = SHARES[trade["underlying"]]
        notional = abs(quantity) * spot * FX[code]
        forward = spot * exp((RATES[code] - dividend) * maturity)
        sign = side if kind == "equity_forward" else delta(side, trade["optionType"], 1.2, forward, trade["strike"], maturity)
        return "equity", trade["underlying"], notional, sign, maturity
    if kind in ("fx_forward", "fx_option", "cross_currency_swap"):
        if kind == "cross_currency_swap":
            bought, sold = ((trade[leg]["currency"], trade[leg]["notional"]) for leg in ("receive", "pay"))
        else:
            bought, sold = (trade["buyCurrency"], trade["buyAmount"]), (trade["sellCurrency"], trade["sellAmount"])
        foreign = [amount * FX[code] for code, amount in (bought, sold) if code != "USD"]
        pair = "".join(sorted((bought[0], sold[0])))
        # Direction and delta of the hedging set are of the first currency of the pair against the second.
        first = bought[0] < sold[0]
        if kind != "fx_option":
            return "foreignExchange", pair, max(foreign) * abs(quantity), 1 if first else -1, maturity
        base, quote = (bought, sold) if first else (sold, bought)
        forward = FX[base[0]] * bond(base[0], maturity) / (FX[quote[0]] * bond(quote[0], maturity))
        option = trade["optionType"] if first else {"call": "put", "put": "call"}[trade["optionType"]]
        return "foreignExchange", pair, max(foreign) * abs(quantity), delta(side, option, 0.15, forward, quote[1] / base[1], maturity), maturity
    code, amount = trade["currency"], trade["notional"] * FX[trade["currency"]] * abs(quantity)
    start = trade.get("expiry", 0)
    notional = amount * (exp(-0.05 * start) - exp(-0.05 * maturity)) / 0.05
    sign = 1 if trade["side"] == "payer" else -1
    if kind == "swaption":
        step = 1 / trade["fixedFrequency"]
        dates = [start + step * (i + 1) for i in range(round((maturity - start) / step))]
        rate = (bond(code, start) - bond(code, maturity)) / sum(step * bond(code, date) for date in dates)
        sign = delta(side, "call" if trade["side"] == "payer" else "put", 0.5, rate, trade["fixedRate"], start)
    return "interestRate", code, notional, sign, maturity


def capital(trades, value, collateral):
    nets = {}
    rows = []
    for trade in trades:
        kind, hedging, notional, sign, maturity = trade_of(trade)
        rows.append({"adjustedNotional": notional, "supervisoryDelta": float(sign)})
        remaining = trade["expiry"] if trade.get("settlement") == "cash" else maturity
        bucket = 0 if kind != "interestRate" else 1 if maturity < 1 else 2 if maturity <= 5 else 3
        key = (kind, hedging, bucket)
        nets[key] = nets.get(key, 0) + sign * notional * sqrt(min(max(remaining, 10 / 250), 1))
    of = lambda kind: {key[1:]: net for key, net in nets.items() if key[0] == kind}
    exchange = sum(0.04 * abs(net) for net in of("foreignExchange").values())
    issuers = [0.32 * net for net in of("equity").values()]
    equity = sqrt((0.5 * sum(issuers)) ** 2 + 0.75 * sum(each**2 for each in issuers))
    rates = 0.0
    for code in {name for name, _ in of("interestRate")}:
        one, two, three = (of("interestRate").get((code, bucket), 0) for bucket in (1, 2, 3))
        square = one**2 + two**2 + three**2 + 1.4 * one * two + 1.4 * two * three + 0.6 * one * three
        rates += 0.005 * sqrt(square)
    total = exchange + equity + rates
    net = value - collateral
    multiplier = 1 if total == 0 else min(1, 0.05 + 0.95 * exp(net / (2 * 0.95 * total)))
    return {
        "trades": rows,
        "addOn": {"interestRate": rates, "foreignExchange": exchange, "equity": equity, "total": total},
        "exposureAtDefault": 1.4 * (max(net, 0) + multiplier * total),
    }


FORWARD = {"type": "equity_forward", "underlying": "ACME", "quantity": 100, "strike": 100, "maturity": 5}
OPTION = {"type": "equity_option", "underlying": "ACME", "quantity": 500, "strike": 110, "maturity": 3, "optionType": "call"}
PAIR = {"type": "fx_forward", "buyCurrency": "EUR", "buyAmount": 1e6, "sellCurrency": "USD", "sellAmount": 1.3e6, "maturity": 2}
CROSS = {**PAIR, "sellCurrency": "GBP", "sellAmount": 9e5}
FX_OPTION = {**PAIR, "type": "fx_option", "optionType": "call", "quantity": 2}
SWAP = {"type": "interest_rate_swap", "currency": "EUR", "notional": 1e6, "side": "payer", "fixedRate": 0.02, "maturity": 7, "fixedFrequency": 1, "floatingFrequency": 2}
SWAPTION = {**SWAP, "type": "swaption", "side": "receiver", "expiry": 2, "settlement": "physical", "quantity": -3}
EXCHANGE = {
    "type": "cross_currency_swap",
    "receive": {"currency": "USD", "notional": 1.3e6, "rate": 0.03},
    "pay": {"currency": "EUR", "notional": 1e6, "rate": 0.02},
    "maturity": 4,
    "frequency": 2,
}

CASES = {
    "equity forward of five years": ([FORWARD], 500, 0),
    "equity forward with a dividend above the rate, in another currency": ([{**FORWARD, "underlying": "RHINE", "quantity": -700, "maturity": 8}], -2e3, 0),
    "equity call far ahead": ([OPTION], 6e3, 1e3),
    "sold equity put of half a year": ([{**OPTION, "optionType": "put", "quantity": -300, "maturity": 0.5, "strike": 90}], -400, 0),
    "equities of two issuers": ([FORWARD, OPTION, {**FORWARD, "underlying": "RHINE", "quantity": -500}], 7e3, 0),
    "euros bought for more dollars than they are worth": ([PAIR], 1e5, 0),
    "euros sold for fewer dollars": ([{**PAIR, "buyCurrency": "USD", "buyAmount": 9e5, "sellCurrency": "EUR", "sellAmount": 1e6, "maturity": 0.25}], -1e5, 0),
    "two foreign currencies, the sold leg the larger": ([CROSS], 2e4, 0),
    "two foreign currencies, the bought leg the larger": ([{**CROSS, "sellAmount": 6e5}], 2e5, 0),
    "call on euros": ([FX_OPTION], 5e4, 0),
    "sold put on dollars": ([{**FX_OPTION, "optionType": "put", "quantity": -1, "buyCurrency": "USD", "buyAmount": 1.2e6, "sellCurrency": "EUR", "sellAmount": 1e6}], -5e4, 0),
    "cross-currency swap": ([EXCHANGE], 3e4, 0),
    "sold swaption with physical settlement": ([SWAPTION], -4e4, 0),
    "swaption with cash settlement": ([{**SWAPTION, "quantity": 1, "settlement": "cash", "side": "payer", "fixedRate": 0.025}], 1e4, 0),
    "netting set of all": ([FORWARD, OPTION, PAIR, CROSS, FX_OPTION, EXCHANGE, SWAP, SWAPTION], 1e4, 5e4),
}


def make():
    return [
        {
            "id": name.replace(" ", "_").replace(",", ""),
            "source": "Basel Committee, CRE52 (test/reference/generate/sa_ccr.py)",
            "method": "the formulas of the text",
            "inputs": {"trades": trades, "market": MARKET, "value": value, "collateral": collateral},
            "expected": capital(trades, value, collateral),
            "tolerance": {"rel": 1e-12, "why": "rounding of closed forms in double precision"},
        }
        for name, (trades, value, collateral) in CASES.items()
    ]


if __name__ == "__main__":
    generate("sa_ccr", make)
