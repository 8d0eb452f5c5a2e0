# %% [markdown]
# From market quotes to CVA: a curve, a swap book, its exposure, and what the counterparty's credit is worth.

# %%
import os
import sys
from pathlib import Path

import matplotlib

matplotlib.use(os.environ.get("MPLBACKEND", "Agg"))
import matplotlib.pyplot as plt
import pandas as pd
from derivatives_service import Client

url, key, folder = sys.argv[1:] if len(sys.argv) == 4 else ("http://localhost:8080", os.environ.get("API_KEY", ""), ".")
svc = Client(url, key)


def save(figure, name):
    """Keeps a plot as a file beside the notebook."""
    figure.tight_layout()
    figure.savefig(Path(folder) / f"{name}.png", dpi=110)
    plt.close(figure)


# %% [markdown]
# ## The curve reprices its quotes

# %%
quotes = [("deposit", "6M", 0.0310), ("swap", "2Y", 0.0325), ("swap", "5Y", 0.0345), ("swap", "10Y", 0.0360)]
curve = svc.curve(
    valuation_date="2026-01-05",
    instruments=[{"type": kind, "tenor": tenor, "rate": rate} for kind, tenor, rate in quotes],
)
nodes = pd.DataFrame([{"time": node.time, "zero": node.zero_rate, "forward": node.forward_rate} for node in curve.nodes])
print("largest residual of the curve", max(abs(each.error) for each in curve.residuals))

figure, axes = plt.subplots()
axes.plot(nodes.time, 100 * nodes.zero, marker="o", label="zero rate")
axes.step(nodes.time, 100 * nodes.forward, where="pre", label="forward rate")
axes.set(title="USD curve", xlabel="years", ylabel="%, continuously compounded")
axes.legend()
save(figure, "curve")

# %% [markdown]
# ## A strip of options: a table in, a table out

# %%
strip = pd.DataFrame({"strike": range(80, 125, 5)}).assign(spot=100.0, rate=0.032, volatility=0.22, time=0.75, option_type="put")
strip = svc.greeks(strip)
print(strip.attrs["documentation"]["vega"])

figure, axes = plt.subplots()
axes.plot(strip.strike, strip.delta, marker="o")
axes.set(title="Delta of the puts", xlabel="strike", ylabel="delta, per 1.00 of spot")
save(figure, "delta")

# %% [markdown]
# ## The exposure of two swaps

# %%
swap = {"type": "interest_rate_swap", "currency": "USD", "fixedFrequency": 2, "floatingFrequency": 4}
trades = [
    {**swap, "id": "ten years", "notional": 1e7, "side": "payer", "fixedRate": 0.0355, "maturity": 10},
    {**swap, "id": "five years", "notional": 5e6, "side": "receiver", "fixedRate": 0.0345, "maturity": 5},
]
market = {
    "curves": {"USD": {"times": list(nodes.time), "zeroRates": list(nodes.zero)}},
    "volatilities": {"USD": {"type": "normal", "volatility": 0.0085}},
    "models": {"USD": {"meanReversion": 0.03}},
}
pricer = {"numPaths": 4096, "seed": 7}
dates = [0.25 * quarter for quarter in range(1, 41)]
exposure = svc.exposure(trades=trades, market=market, exposure_times=dates, pricer=pricer)
profile = pd.DataFrame(exposure.raw["exposure"])

figure, axes = plt.subplots()
axes.fill_between(profile.time, 0, profile.ee, alpha=0.3, label="expected exposure")
axes.fill_between(profile.time, 0, -profile.nee, alpha=0.3, label="expected negative exposure")
axes.set(title="Exposure of the netting set", xlabel="years", ylabel="USD")
axes.legend()
save(figure, "exposure")

# %% [markdown]
# ## CVA by the credit of the counterparty, with error bars

# %%
hazards = [0.005, 0.01, 0.02, 0.04]
results = [
    svc.xva(
        trades=trades,
        market=market,
        exposure_times=dates,
        pricer=pricer,
        counterparty={"hazardRate": hazard, "recoveryRate": 0.4},
    )
    for hazard in hazards
]
cva = [result.cva for result in results]
errors = [result.standard_errors.cva for result in results]

figure, axes = plt.subplots()
axes.errorbar([1e4 * hazard for hazard in hazards], cva, yerr=errors, marker="o", capsize=3)
axes.set(title="CVA", xlabel="hazard rate, basis points", ylabel="USD, ± one standard error")
save(figure, "cva")
print("CVA", [round(value) for value in cva])
replay = results[0].receipt.replay()
print("replayed", replay.raw["identical"])
