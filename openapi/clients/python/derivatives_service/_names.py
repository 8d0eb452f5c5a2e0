"""Names that a quant would write, over the operations by their ids. What a call gives is a result, or something to await."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import frames, models
from ._request import body_of, wire_value

_VALUE_AT_RISK = {
    None: "portfolioVar",
    "parametric": "riskVarParametric",
    "historical": "riskVarHistorical",
    "monte_carlo": "riskVarMonteCarlo",
}


class Names:
    """The part of a client that waiting and awaiting clients share."""

    def call(self, operation: str, body: Any = None, **options: Any) -> Any:
        raise NotImplementedError

    def _mapped(self, call: Any, change: Callable[[Any], Any]) -> Any:
        """What a change makes of a result."""
        raise NotImplementedError

    def _of_fields_or_frame(self, single: str, batch: str, model: type[Any], frame: Any, fields: dict[str, Any]) -> Any:
        if frame is None:
            return self.call(single, body_of(fields))
        if fields:
            raise TypeError("a table of options has everything in its columns: " + ", ".join(fields))
        if frames.package_of(frame) is None:
            return self.call(batch, {"options": wire_value(list(frame))})
        call = self.call(batch, {"options": frames.records(frame)})
        return self._mapped(call, lambda result: frames.with_results(frame, result.raw["results"], model))

    def price(self, options: Any = None, /, **option: Any) -> Any:
        """
        Black-Scholes price of a European option: `price(spot=100, strike=105, rate=0.05, volatility=0.2, time=1, option_type="put")`.

        A table with these columns gives the table with their prices, and a list of options the prices in its order.
        """
        return self._of_fields_or_frame("priceOption", "batchPrice", models.PriceResponse, options, option)

    def greeks(self, options: Any = None, /, **option: Any) -> Any:
        """Price and Greeks of a European option, of a table of options, or of a list."""
        return self._of_fields_or_frame("greeksOption", "batchGreeks", models.GreeksResponse, options, option)

    def implied_volatility(self, **option: Any) -> Any:
        """The volatility at which a European option has its `market_price`."""
        return self.call("impliedVolatility", body_of(option))

    def american(self, **request: Any) -> Any:
        """Price of an American option."""
        return self.call("priceAmerican", body_of(request))

    def convertible(self, **request: Any) -> Any:
        """Price of a convertible bond: `bond` and `market`."""
        return self.call("priceConvertible", body_of(request))

    def price_with(self, pricer_id: str, **request: Any) -> Any:
        """Price by the pricer of that id: `instrument`, `market` and `params`."""
        return self.call("priceWithEngine", body_of({"pricer_id": pricer_id, **request}))

    def curve(self, **request: Any) -> Any:
        """A curve that reprices its `instruments`, from `valuation_date`."""
        return self.call("calibrateCurve", body_of(request))

    def sabr(self, **request: Any) -> Any:
        """SABR parameters that fit a smile."""
        return self.call("calibrateSabr", body_of(request))

    def heston(self, **request: Any) -> Any:
        """Heston parameters that fit `quotes`."""
        return self.call("calibrateHeston", body_of(request))

    def exposure(self, **request: Any) -> Any:
        """Exposure profile of a netting set: `trades`, `market`, `exposure_times`."""
        return self.call("riskExposure", body_of(request))

    def xva(self, **request: Any) -> Any:
        """CVA, DVA, FVA, KVA and MVA of a netting set: `trades`, `market`, `counterparty`."""
        return self.call("calculateXva", body_of(request))

    def contract(self, contract: Any, **settings: Any) -> Contract:
        """A contract of any shape, with the `market` in which it is priced and the settings of its `pricer`."""
        return Contract(self, contract, settings)

    def portfolio(self, positions: Any) -> Portfolio:
        """Positions as a list or a table, or a stored portfolio by its id (`pfl_…`)."""
        return Portfolio(self, positions)


class Contract:
    """A contract, which a market prices."""

    def __init__(self, client: Names, contract: Any, settings: dict[str, Any]) -> None:
        self._client = client
        self._contract = wire_value(contract)
        self._settings = settings

    def price(self, **settings: Any) -> Any:
        """Price by simulation, with its standard error."""
        return self._call("priceContract", settings)

    def greeks(self, **settings: Any) -> Any:
        """Price and Greeks."""
        return self._call("greeksContract", settings)

    def describe(self) -> Any:
        """What the contract is, in plain English."""
        return self._client.call("describeContract", {"contract": self._contract})

    def _call(self, operation: str, settings: dict[str, Any]) -> Any:
        return self._client.call(operation, {**body_of({**self._settings, **settings}), "contract": self._contract})


class Portfolio:
    """Positions in options, by value or stored."""

    def __init__(self, client: Names, positions: Any) -> None:
        self._client = client
        self._frame = positions if frames.package_of(positions) else None
        if isinstance(positions, str):
            self._named: dict[str, Any] = {"portfolioId": positions}
        else:
            self._named = {"positions": wire_value(list(positions)) if self._frame is None else frames.records(positions)}

    def price(self, **settings: Any) -> Any:
        """Value of each position and of all; of a table, the table with the values."""
        return self._of_positions("portfolioPrice", models.PositionPrice, settings)

    def greeks(self, **settings: Any) -> Any:
        """Greeks of each position and of all; of a table, the table with the Greeks."""
        return self._of_positions("portfolioGreeks", models.PositionGreeks, settings)

    def var(self, method: str | None = None, **settings: Any) -> Any:
        """Value at risk with its components: delta-normal without a method, or parametric, historical or monte_carlo."""
        return self._call(_VALUE_AT_RISK[method], settings)

    def expected_shortfall(self, **settings: Any) -> Any:
        """Expected shortfall by a `method`."""
        return self._call("riskExpectedShortfall", settings)

    def stress(self, **settings: Any) -> Any:
        """Profit and loss under shocks of spot and volatility."""
        return self._call("portfolioStress", settings)

    def sensitivities(self, **settings: Any) -> Any:
        """Sensitivities with cross-gammas."""
        return self._call("riskSensitivities", settings)

    def explain(self, **settings: Any) -> Any:
        """Profit and loss between two markets by factor."""
        return self._call("portfolioExplain", settings)

    def _call(self, operation: str, settings: dict[str, Any]) -> Any:
        return self._client.call(operation, {**body_of(settings), **self._named})

    def _of_positions(self, operation: str, model: type[Any], settings: dict[str, Any]) -> Any:
        call = self._call(operation, settings)
        if self._frame is None:
            return call
        return self._client._mapped(call, lambda result: frames.with_results(self._frame, result.raw["positions"], model))
