"""Requests and results as pydantic models. Generated from openapi-wire.yaml by `npm run openapi`."""

from __future__ import annotations

import datetime
from typing import Any, Literal, Union

from pydantic import Field

from ._model import Model

Date = Union[datetime.date, str]


class AmericanPriceRequestMarket(Model):
    """The model where contracts have it; give it here or as `model`, not both"""

    model: ContractModel = Field(...)
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class AmericanPriceRequest(Model):
    """An option that may be exercised on any of its exercise dates, its market, and Monte Carlo settings"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    strike: float = Field(..., description="Strike, price units, above 0")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    volatility_term_structure: VolatilityTermStructure | None = Field(None, alias="volatilityTermStructure")
    volatility_surface: VolatilitySurface | None = Field(None, alias="volatilitySurface", description="Implied volatilities by strike and expiry, in place of volatility: the spot follows the local volatility of the surface, as under the model local_vol")
    dividends: list[TimedDividend] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    model: ContractModel | None = Field(None)
    market: AmericanPriceRequestMarket | None = Field(None, description="The model where contracts have it; give it here or as `model`, not both")
    pricer: AmericanSettings | None = Field(None, description="Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class AmericanPriceResponseExerciseBoundaryItem(Model):
    time: float = Field(..., description="Years from today; 0 is today")
    spot: float = Field(..., description="A put is exercised at or below this spot, a call at or above it, price units; under a stochastic volatility model, at the mean of its variance")
    far_spot: float | None = Field(None, alias="farSpot", description="Spot beyond which the option is not exercised again, as with some negative rates; absent if there is none")


class AmericanPriceResponseLowerBound(Model):
    """Only under Heston on exercise dates: the simulation that checks the price, on `numPaths` paths in double precision"""

    price: float = Field(..., description="Value of the exercise policy, simulated, price units: a lower bound up to its standard error")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the lower bound, price units")


class AmericanPriceResponseUpperBound(Model):
    """Only if the request asks for it: the mean of the largest excess of the exercise value over a martingale along each path (Rogers 2002)"""

    price: float = Field(..., description="Upper bound of the price up to its standard error, price units")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the upper bound, price units")


class AmericanPriceResponseFallbacksItem(Model):
    from_: Literal["webgpu", "webasm", "cpu"] = Field(..., alias="from", description="Backend that failed")
    to: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend that was used instead")
    reason: str = Field(..., description="Error message of the backend that failed")


class AmericanPriceResponseRepricingItem(Model):
    asset: str | None = Field(None, description="Name of the asset, where the market names it")
    quotes: int = Field(..., description="Number of quotes of the surface")
    max_volatility_error: float = Field(..., alias="maxVolatilityError", description="Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count")
    expiry: float = Field(..., description="Expiry of the quote with that error, years")
    strike: float = Field(..., description="Strike of the quote with that error")
    max_price_error: float = Field(..., alias="maxPriceError", description="Largest error of an undiscounted price over the quotes, price units")


class AmericanPriceResponseCorrelationRepairCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset, or pair of an exchange rate")
    asset2: str = Field(..., description="Name of the other")
    correlation: float = Field(..., description="Of the nearest matrix")


class AmericanPriceResponseCorrelationRepair(Model):
    """The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none"""

    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Smallest eigenvalue of the stated matrix, below 0")
    distance: float = Field(..., description="Frobenius norm of the difference between the stated and the used matrix")
    correlations: list[AmericanPriceResponseCorrelationRepairCorrelationsItem] = Field(..., description="The correlations that were used, one per pair")


class AmericanPriceResponse(Model):
    """The price of an American option, with its exercise policy"""

    price: float = Field(..., description="Price units, never below the European price or the value of immediate exercise. By least-squares Monte Carlo it is the value of the best exercise policy found: a lower bound up to the standard error. By the integral equation or finite differences it is the value of the best policy, up to `errorBound`")
    method: Literal["least_squares_monte_carlo", "integral_equation", "finite_differences", "primal_dual_monte_carlo", "closed_form"] = Field(..., description="How `price` was computed: by simulation of a regressed exercise policy; by the integral equation of the exercise boundary; by finite differences, which under Heston on exercise dates a simulation of their policy checks (`lowerBound`); as the middle of the simulated lower and upper bounds, where those refute the finite differences; or in closed form, without volatility or time")
    exercise: Literal["dates", "continuous"] = Field(..., description="dates: the price is for exercise today and on `numSteps` equally spaced dates; continuous: for exercise at any time")
    error_bound: float | None = Field(None, alias="errorBound", description="Bound on the absolute error of the integral equation, or estimate of that which the grid of finite differences, or the gap between the bounds, leaves in the price, price units; absent where the price is simulated")
    european_price: float = Field(..., alias="europeanPrice", description="Price of the option if exercised at expiry only, price units: a closed form or transform, or simulated under local volatility and rough Bergomi")
    early_exercise_premium: float = Field(..., alias="earlyExercisePremium", description="price − europeanPrice")
    delta: float = Field(..., description="∂V/∂S, per 1.00 of spot, by the formula of the integral equation, by finite differences, or from the same policy on the same paths with the spot 1 % higher and lower; ±1 where immediate exercise is best")
    exercise_boundary: list[AmericanPriceResponseExerciseBoundaryItem] = Field(..., alias="exerciseBoundary", description="One entry per exercise date before expiry on which the option may be exercised at some spot, or, with continuous exercise, per node of the method; empty if there is none. By the integral equation it is accurate to a hundredth")
    lower_bound: AmericanPriceResponseLowerBound | None = Field(None, alias="lowerBound", description="Only under Heston on exercise dates: the simulation that checks the price, on `numPaths` paths in double precision")
    upper_bound: AmericanPriceResponseUpperBound | None = Field(None, alias="upperBound", description="Only if the request asks for it: the mean of the largest excess of the exercise value over a martingale along each path (Rogers 2002)")
    duality_gap: float | None = Field(None, alias="dualityGap", description="upperBound.price − price, with an upper bound: the price may be too low by at most this, up to the standard errors")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the price, price units; 0 where no path gives the price, whose error is then `errorBound`")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")
    fallbacks: list[AmericanPriceResponseFallbacksItem] = Field(..., description="Backends that failed during the simulation, and why; empty if none did")
    variance_reduction: Literal["none", "conditional_expectation", "control_variate"] = Field(..., alias="varianceReduction", description="Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)")
    repricing: list[AmericanPriceResponseRepricingItem] | None = Field(None, description="How well a local volatility reprices the quotes of its surface; absent where no asset has one")
    lifecycle: list[LifecycleEvent] | None = Field(None, description="What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has")
    correlation_repair: AmericanPriceResponseCorrelationRepair | None = Field(None, alias="correlationRepair", description="The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none")


class AmericanProduct(Model):
    """A product of type american"""

    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["american"] = Field(...)
    terms: AmericanTerms = Field(...)


class AmericanSettings(Model):
    """Settings of an American option, whose simulation is the price or, under Heston, its check"""

    num_paths: int | None = Field(None, alias="numPaths", description="Largest number of paths to simulate. Default: 65 536; under Heston, whose price is not simulated, 256 paths check it, or 1024 where an upper bound is asked for, and never more than 4096")
    num_steps: int | None = Field(None, alias="numSteps", description="Number of equally spaced exercise dates, the last at expiry. Default: 50 per year. Immediate exercise is also allowed")
    seed: int | None = Field(None, description="Seed of the random shifts; the same seed gives the same price. Default: 42")
    target_standard_error: float | None = Field(None, alias="targetStandardError", description="Standard error to reach, price units: paths are added until it is met, or numPaths or the cost limit is reached. A warning says where it was not met")
    exercise: Literal["dates", "continuous"] | None = Field(None, description="dates: exercise today and on `numSteps` equally spaced dates; continuous: exercise at any time, right before ex-dates too, by the integral equation of the exercise boundary under Black-Scholes without dividends on dates, otherwise by finite differences. Default: dates; with dividends on dates or a volatilityTermStructure, which finite differences alone price, continuous")
    upper_bound: bool | None = Field(None, alias="upperBound", description="Whether to give an upper bound as well: by duality, from a martingale that follows the value of the option. Default: false")


class AmericanTerms(Model):
    """An option that may be exercised before its expiry, without its market"""

    underlying: str | None = Field(None, description="Name of the asset, by which a market with several finds it")
    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    exercise: Literal["dates", "continuous"] | None = Field(None, description="dates: today and on 50 equally spaced dates per year; continuous: at any time. Default: as american/price has it")


class AmericanTrade(Model):
    underlying: str | None = Field(None, description="Name of the asset, by which a market with several finds it")
    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    exercise: Literal["dates", "continuous"] | None = Field(None, description="dates: today and on 50 equally spaced dates per year; continuous: at any time. Default: as american/price has it")
    type: Literal["american"] = Field(...)
    quantity: float | None = Field(None, description="Units traded; negative if sold. Default: 1")


class Approval(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    pricer_id: str = Field(..., alias="pricerId")
    to_status: Literal["roadmap", "experimental", "production-candidate", "ga-validated", "retired"] = Field(..., alias="toStatus")
    reason: str = Field(..., description="Why the status should change")
    evidence: list[str] = Field(..., description="Ids of validation runs. ga-validated needs one that the pricer has passed in its present version. Default: ")
    run_id: str | None = Field(None, alias="runId", description="A run whose receipt supports the request; it is kept as long as the request")
    fingerprint: str = Field(..., description="Of the pricer when it was requested: the approval holds for this version")
    from_status: CapabilityStatus = Field(..., alias="fromStatus", description="Status in force when it was requested")
    status: Literal["pending", "approved", "rejected", "superseded"] = Field(..., description="superseded: a later request for the same pricer has taken its place")
    decision: DecidedApproval | None = Field(None)


class ApprovalDecision(Model):
    decision: Literal["approve", "reject"] = Field(...)
    comment: str = Field(..., description="Why it was decided so")


class ApprovalRequest(Model):
    """A request to change the status of a pricer"""

    pricer_id: str = Field(..., alias="pricerId")
    to_status: Literal["roadmap", "experimental", "production-candidate", "ga-validated", "retired"] = Field(..., alias="toStatus")
    reason: str = Field(..., description="Why the status should change")
    evidence: list[str] | None = Field(None, description="Ids of validation runs. ga-validated needs one that the pricer has passed in its present version. Default: ")
    run_id: str | None = Field(None, alias="runId", description="A run whose receipt supports the request; it is kept as long as the request")


class ArbitrageReportCalendarItem(Model):
    expiry: Date = Field(...)
    time: float = Field(...)
    strike: float = Field(...)
    implied_volatility: float = Field(..., alias="impliedVolatility")
    reason: str = Field(...)


class ArbitrageReportButterflyItem(Model):
    expiry: Date = Field(...)
    time: float = Field(...)
    strike: float = Field(...)
    implied_volatility: float = Field(..., alias="impliedVolatility")
    reason: str = Field(...)


class ArbitrageReport(Model):
    """Points of a surface that allow a riskless profit, at most 200 of each kind; empty where there are none"""

    calendar: list[ArbitrageReportCalendarItem] = Field(..., description="Total variance that falls from one expiry to the next at the same moneyness")
    butterfly: list[ArbitrageReportButterflyItem] = Field(..., description="Call prices that rise with the strike, fall faster than it rises, or are not convex in it")


class Artifact(Model):
    """A result that is kept as a file"""

    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    content_type: str = Field(..., alias="contentType")
    size: int = Field(..., description="Bytes")
    blake3: str = Field(..., description="BLAKE3 hash of the content, hexadecimal")
    job_id: str | None = Field(None, alias="jobId", description="The job whose result it is")
    expires_at: str = Field(..., alias="expiresAt", description="When it is deleted")


class AsianCall(Model):
    """Pays max(average of S - strike, 0) at expiry. Needs observationDates, or monitoring. Needs strike, or strikeDates"""

    type: Literal["asian_call"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float | None = Field(None, description="Strike, price units, above 0")
    strike_dates: list[Date] | None = Field(None, alias="strikeDates", description="Averaging in: the strike is the average of the spots on these dates, of the same kind, in place of strike")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    averaging: Literal["arithmetic", "geometric"] | None = Field(None, description="Kind of average; arithmetic by default")
    observation_dates: list[Date] | None = Field(None, alias="observationDates", description="Observation dates: strictly increasing ISO 8601 calendar dates, not after expiry")
    monitoring: Literal["daily", "weekly", "monthly"] | None = Field(None, description="Observation schedule in place of observationDates: max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to expiry at T years")


class AsianPut(Model):
    """Pays max(strike - average of S, 0) at expiry. Needs observationDates, or monitoring. Needs strike, or strikeDates"""

    type: Literal["asian_put"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float | None = Field(None, description="Strike, price units, above 0")
    strike_dates: list[Date] | None = Field(None, alias="strikeDates", description="Averaging in: the strike is the average of the spots on these dates, of the same kind, in place of strike")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    averaging: Literal["arithmetic", "geometric"] | None = Field(None, description="Kind of average; arithmetic by default")
    observation_dates: list[Date] | None = Field(None, alias="observationDates", description="Observation dates: strictly increasing ISO 8601 calendar dates, not after expiry")
    monitoring: Literal["daily", "weekly", "monthly"] | None = Field(None, description="Observation schedule in place of observationDates: max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to expiry at T years")


class AssetInput(Model):
    """One asset of a market with several assets"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    volatility_term_structure: VolatilityTermStructure | None = Field(None, alias="volatilityTermStructure")
    volatility_surface: VolatilitySurface | None = Field(None, alias="volatilitySurface", description="Implied volatilities by strike and expiry, in place of volatility: paths follow the local volatility of the surface, which reprices it. It is as the model local_vol of the same quotes; SVI smiles are read at 41 strikes. Quotes are Black volatilities of the forward, whose dividends in cash are taken off")
    dividends: list[DividendInput] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    model: ContractModel | None = Field(None)
    currency: str | None = Field(None, description="Currency in which the asset is quoted; by default that of the market")
    conversion: Literal["quanto", "composite"] | None = Field(None, description="How an asset of another currency counts in that of the market: quanto, its price as so many units of the market’s currency, at a fixed rate of 1; composite, its price converted at the exchange rate of each date, so that strikes, levels and fixings are in the market’s currency. Under a model with a random variance the exchange rate is correlated with the variance through the asset alone, by the product of their correlations with it, and the drift of the variance changes with that of the asset; a composite asset then stands alone in its contract. Under a local volatility only quanto is taken, and the quotes are those of the asset’s own currency")


class BacktestRequest(Model):
    """Forecasts of value at risk, and what came"""

    profit_and_loss: list[float] = Field(..., alias="profitAndLoss", description="Per day, oldest first; a loss negative")
    value_at_risk: list[float] = Field(..., alias="valueAtRisk", description="Forecast for each of those days; a loss positive")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")


class BacktestResponseKupiec(Model):
    statistic: float = Field(...)
    p_value: float = Field(..., alias="pValue", description="Probability of a larger statistic where forecasts are right")


class BacktestResponseIndependence(Model):
    statistic: float = Field(...)
    p_value: float = Field(..., alias="pValue", description="Probability of a larger statistic where forecasts are right")


class BacktestResponseConditionalCoverage(Model):
    statistic: float = Field(...)
    p_value: float = Field(..., alias="pValue", description="Probability of a larger statistic where forecasts are right")


class BacktestResponseTrafficLight(Model):
    zone: Literal["green", "yellow", "red"] = Field(...)
    cumulative_probability: float = Field(..., alias="cumulativeProbability")
    multiplier_add_on: float | None = Field(None, alias="multiplierAddOn", description="The Basel addition, for 250 days at 99 %")


class BacktestResponse(Model):
    observations: int = Field(...)
    exceptions: int = Field(..., description="Days with a loss above the forecast")
    expected_exceptions: float = Field(..., alias="expectedExceptions")
    kupiec: BacktestResponseKupiec = Field(...)
    independence: BacktestResponseIndependence = Field(...)
    conditional_coverage: BacktestResponseConditionalCoverage = Field(..., alias="conditionalCoverage")
    traffic_light: BacktestResponseTrafficLight = Field(..., alias="trafficLight")


class BarrierCondition(Model):
    """A barrier: the condition that the spot has, or has not, reached a level by the time of each payment"""

    type: Literal["barrier_condition"] = Field(...)
    level: float = Field(..., description="Barrier level of the spot, above 0")
    direction: Literal["down", "up"] = Field(..., description="down: the barrier is reached at or below the level; up: at or above it")
    style: Literal["knock_out", "knock_in"] = Field(..., description="knock_out: the contract ends when the barrier is reached; knock_in: it begins then")
    monitoring: Literal["continuous", "daily", "weekly", "monthly"] | None = Field(None, description="Monitoring schedule: continuous (the default), or max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to the last payment at T years")
    monitoring_dates: list[Date] | None = Field(None, alias="monitoringDates", description="Dates on which the barrier is monitored, in place of monitoring")
    underlying: str | None = Field(None, description="Asset that is monitored; by default the single underlying of the contract")
    knocked: Date | None = Field(None, description="Date, not after the valuation date, on which the barrier was reached. Otherwise past monitoringDates are decided by their fixings, and a barrier of another monitoring counts as not reached before the valuation date")


class BarrierOption(Model):
    """A European option with one barrier that ends it or begins it"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")
    level: float = Field(..., description="Barrier level, price units; a spot at the level or beyond it has hit the barrier")
    direction: Literal["down", "up"] = Field(..., description="Whether the barrier lies below or above the spot")
    style: Literal["knock_out", "knock_in"] = Field(..., description="Whether hitting the barrier ends the option or begins it")
    rebate: float | None = Field(None, description="Rebate, price units: paid by a knock-out option that is hit, or at expiry by a knock-in option that is never hit. Default: 0")
    rebate_payment: Literal["at_hit", "at_expiry"] | None = Field(None, alias="rebatePayment", description="When a knock-out option pays its rebate; at_hit by default")
    monitoring_dates: int | None = Field(None, alias="monitoringDates", description="Number of equally spaced monitoring dates, the last at expiry; if left out, monitoring is continuous. The error of the price is below 1e-12 of the largest of spot, strike and rebate up to 512 dates, and below 1e-6 of it beyond where the drift of ln S to expiry is at most 20 standard deviations; where it is extrapolated, errorBound estimates it")


class BasketCall(Model):
    """Pays max(weighted sum of spots - strike, 0) at expiry"""

    type: Literal["basket_call"] = Field(...)
    underlyings: list[str] = Field(...)
    weights: list[float] | None = Field(None, description="One weight per underlying, in the same order, used as given; by default equal weights with sum 1")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class BasketPut(Model):
    """Pays max(strike - weighted sum of spots, 0) at expiry"""

    type: Literal["basket_put"] = Field(...)
    underlyings: list[str] = Field(...)
    weights: list[float] | None = Field(None, description="One weight per underlying, in the same order, used as given; by default equal weights with sum 1")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class BatchGreeks(Model):
    """Price and Greeks of one option of a batch"""

    price: float = Field(..., description="Present value, price units")
    delta: float = Field(..., description="∂V/∂S, per 1.00 of spot")
    gamma: float = Field(..., description="∂²V/∂S², per 1.00 of spot squared")
    vega: float = Field(..., description="∂V/∂σ, per 1.00 of volatility")
    theta: float = Field(..., description="−∂V/∂T, per year of time passing")
    rho: float = Field(..., description="∂V/∂r, per 1.00 of rate")
    dividend_rho: float = Field(..., alias="dividendRho", description="∂V/∂q, per 1.00 of dividend yield")
    vanna: float = Field(..., description="∂²V/∂S∂σ")
    volga: float = Field(..., description="∂²V/∂σ²")
    charm: float = Field(..., description="−∂²V/∂S∂T, per year of time passing")
    veta: float = Field(..., description="−∂²V/∂σ∂T, per year of time passing")
    speed: float = Field(..., description="∂³V/∂S³")
    zomma: float = Field(..., description="∂³V/∂S²∂σ")
    color: float = Field(..., description="−∂³V/∂S²∂T, per year of time passing")
    spot: float = Field(..., description="Spot as given")
    strike: float = Field(..., description="Strike as given")
    option_type: Literal["call", "put"] = Field(..., alias="optionType", description="Side that was priced")
    volatility: float | None = Field(None, description="Implied volatility up to expiry; only where the request has a term structure or a surface, or dividends")
    method: Literal["closed_form", "finite_differences"] | None = Field(None, description="How the price was computed; only where the request has a term structure, a surface or dividends")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that the grid leaves in the price, price units; only by finite differences")
    warnings: list[str] | None = Field(None, description="Only if there are any: how a value of this option was read that may have meant something else")


class BatchGreeksResponse(Model):
    """Greeks in the order of the options"""

    results: list[Union[BatchGreeks, FailedItem]] = Field(..., description="One result or failure per option, in order")
    summary: BatchSummary = Field(...)


class BatchOption(Model):
    """A European option and its market: a volatility (a number, or by time), a dividend yield and dividends on dates, with the price that the operation on one option gives. A surface is taken there alone"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    strike: float = Field(..., description="Strike, price units, above 0")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    volatility_term_structure: VolatilityTermStructure | None = Field(None, alias="volatilityTermStructure")
    dividends: list[TimedDividend] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class BatchPrice(Model):
    """Price of one option of a batch"""

    price: float = Field(..., description="Present value, price units")
    spot: float = Field(..., description="Spot as given")
    strike: float = Field(..., description="Strike as given")
    option_type: Literal["call", "put"] = Field(..., alias="optionType", description="Side that was priced")
    volatility: float | None = Field(None, description="Implied volatility up to expiry; only where the request has a term structure or a surface, or dividends")
    method: Literal["closed_form", "finite_differences"] | None = Field(None, description="How the price was computed; only where the request has a term structure, a surface or dividends")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that the grid leaves in the price, price units; only by finite differences")
    warnings: list[str] | None = Field(None, description="Only if there are any: how a value of this option was read that may have meant something else")


class BatchPriceResponse(Model):
    """Prices in the order of the options"""

    results: list[Union[BatchPrice, FailedItem]] = Field(..., description="One result or failure per option, in order")
    summary: BatchSummary = Field(...)


class BatchSummary(Model):
    """Number of options, and how many succeeded and failed"""

    count: int = Field(..., description="Number of options sent")
    succeeded: int = Field(...)
    failed: int = Field(...)


class BermudanSwaption(Model):
    """The right to enter what is left of a swap on one of several dates, paying (payer) or receiving (receiver) the fixed rate"""

    type: Literal["bermudan_swaption"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    currency: str = Field(..., description="Currency, ISO 4217")
    notional: float = Field(..., description="Notional of both legs")
    side: Literal["payer", "receiver"] = Field(..., description="Whether the fixed rate is paid or received")
    fixed_rate: float = Field(..., alias="fixedRate", description="Fixed rate, decimal, simple; may be negative")
    maturity: float = Field(..., description="Years to the last payment")
    fixed_frequency: int = Field(..., alias="fixedFrequency", description="Payments of the fixed leg per year, counted back from the maturity; the first period may be short")
    floating_frequency: int = Field(..., alias="floatingFrequency", description="Payments of the floating leg per year, counted back from the maturity; the first period may be short")
    exercise_dates: list[float] = Field(..., alias="exerciseDates", description="Years to the dates on which the holder may enter what is left of the swap. The swap starts at the first; each later one is the start of a period of both legs")
    settlement: Literal["cash", "physical"] | None = Field(None, description="cash: the value of the swap is paid at expiry; physical: the swap is entered and runs to its maturity. Default: physical")
    quantity: float | None = Field(None, description="Options held; negative for options sold. Default: 1")


class BestOfCall(Model):
    """Pays max(highest of the spots - strike, 0) at expiry"""

    type: Literal["best_of_call"] = Field(...)
    underlyings: list[str] = Field(...)
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class BestOfPut(Model):
    """Pays max(strike - highest of the spots, 0) at expiry"""

    type: Literal["best_of_put"] = Field(...)
    underlyings: list[str] = Field(...)
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class BinomialParams(Model):
    """Parameters of binomial_tree; if left out, 200 Cox-Ross-Rubinstein steps"""

    steps: int = Field(..., description="Number of time steps; leisen_reimer uses the next odd number")
    tree_type: Literal["crr", "jarrow_rudd", "tian", "trigeorgis", "leisen_reimer"] = Field(..., alias="treeType", description="How the up and down moves of the tree are chosen")


class BlackScholesMarket(Model):
    """Spot, rate or curve, dividend yield and volatility. Needs rate, or curve"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class BlackScholesModel(Model):
    """Constant volatility, taken from the market; the default"""

    type: Literal["black_scholes"] = Field(...)


class BondMarket(Model):
    """A rate or curve that discounts, and a quote of the bond, if there is one. Needs rate, or curve"""

    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    clean_price: float | None = Field(None, alias="cleanPrice", description="Quoted price per 100 of face value, without accrued interest")
    yield_: float | None = Field(None, alias="yield", description="Quoted yield, compounded as often as coupons are paid, to coupon dates that are unadjusted")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class BondOptionCashflowsItem(Model):
    time: float = Field(..., description="Years to the payment, after optionExpiry")
    amount: float = Field(..., description="Payment per unit of face value, above 0")


class BondOption(Model):
    """Option on a zero-coupon bond, or on a bond with given payments. Needs bondMaturity, or cashflows"""

    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    strike: float = Field(..., description="Price at which the bond may be bought or sold, per unit of face value")
    option_expiry: float = Field(..., alias="optionExpiry", description="Years to the expiry of the option")
    bond_maturity: float | None = Field(None, alias="bondMaturity", description="Years to the single payment of 1 of a zero-coupon bond, after optionExpiry")
    cashflows: list[BondOptionCashflowsItem] | None = Field(None, description="Payments of a coupon bond after the expiry of the option, in place of bondMaturity")
    notional: float | None = Field(None, description="Multiplies the price. Default: 1")


class BookExplainRequestFrom(Model):
    """The first day"""

    market: BookMarket | None = Field(None)
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot, in place of market")


class BookExplainRequestTo(Model):
    """The second day"""

    market: BookMarket | None = Field(None)
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot, in place of market")


class BookExplainRequest(Model):
    """A book of instruments of any type, and the markets of two days, by value or as snapshots"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio: what it held on each of the two days")
    from_: BookExplainRequestFrom = Field(..., alias="from", description="The first day")
    to: BookExplainRequestTo = Field(..., description="The second day")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    per_position: bool | None = Field(None, alias="perPosition", description="Whether each position has its values and cash too")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class BookExplainResponseByFactorItemFactor(Model):
    kind: Literal["spot", "fx", "rate", "projection", "credit", "volatility", "dividend"] = Field(...)
    name: str = Field(...)


class BookExplainResponseByFactorItem(Model):
    factor: BookExplainResponseByFactorItemFactor = Field(...)
    pnl: float = Field(...)


class BookExplainResponsePositionsItem(Model):
    position: str = Field(..., description="Id of the position, or its place in the list, from 0, where it has none")
    total: float = Field(..., description="Value at the end less value at the start, and the cash paid between them")
    start_value: float = Field(..., alias="startValue")
    end_value: float = Field(..., alias="endValue")
    cash: float = Field(..., description="Paid after the start and until the end, at the exchange rates of the end")


class BookExplainResponse(Model):
    """The parts of the profit and loss of a book, which add up to the total"""

    total: float = Field(..., description="Value at the end less value at the start, and the cash paid between them")
    start_value: float = Field(..., alias="startValue")
    end_value: float = Field(..., alias="endValue")
    cash: float = Field(..., description="Paid after the start and until the end, at the exchange rates of the end")
    carry: float = Field(..., description="What the value at the start earns at the first market’s curve of its currency")
    roll: float = Field(..., description="The rest of what time alone does, zero rates staying by tenor, and fixings coming as they were projected")
    fixings: float = Field(..., description="The fixings that came, in place of those that the first market projected")
    by_factor: list[BookExplainResponseByFactorItem] = Field(..., alias="byFactor", description="Each factor that differs, alone moved to the second market")
    new_trades: float = Field(..., alias="newTrades", description="Values of positions that are in the book at the end alone")
    dead_trades: float = Field(..., alias="deadTrades", description="Values, with the sign turned, and cash of positions that are in it at the start alone")
    cross_effects: float = Field(..., alias="crossEffects", description="All factors together less the sum of each alone")
    unexplained: float = Field(..., description="What is left: models and correlations")
    currency: str = Field(...)
    complete: bool = Field(..., description="Whether every position is in the figures")
    failures: list[FailedItem] = Field(..., description="The positions that are not, with their reasons")
    positions: list[BookExplainResponsePositionsItem] | None = Field(None, description="With perPosition")


class BookMarketFixingsValueItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    value: float = Field(..., description="Rate, decimal; of an asset, its level")


class BookMarket(Model):
    """The market of a book of instruments in several currencies. Three exchange rates that form a triangle must agree within 0.1 %"""

    curves: dict[str, CurrencyCurve] = Field(..., description="One per currency")
    projection_curves: dict[str, CurrencyCurve] | None = Field(None, alias="projectionCurves", description="By currency: the curve of its floating rates, where it is another than that of discounting. The ratio of their growth over a period stays as it is today")
    fx: dict[str, float] | None = Field(None, description="Exchange rates by pair: EURUSD is the price of one EUR in USD. Each currency is reached from the reporting currency. Default: {}")
    assets: dict[str, CrossAssetShare] | None = Field(None, description="Shares by name. Default: {}")
    volatilities: dict[str, MarketVolatility] | None = Field(None, description="By currency: of its swaptions, one, or a matrix or cube by expiry and tenor; by index: of its caps and floors, one, or by expiry and strike; by pair: of the exchange rate, lognormal, or its smiles by expiry")
    models: dict[str, ShortRateModel] | None = Field(None, description="By currency; rates without a model do not move. Default: {}")
    correlations: list[CrossAssetCorrelation] | None = Field(None, description="Pairs without an entry are uncorrelated, and the result warns. Default: ")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    projections: dict[str, CurrencyCurve] | None = Field(None, description="By index (EURIBOR-3M): the curve of its forward rates. An index without one is projected by the currency’s curve. Default: {}")
    fixings: dict[str, list[BookMarketFixingsValueItem]] | None = Field(None, description="Past values by index or asset: each period of a living trade that has begun needs those of its fixing dates. Default: {}")
    credit: dict[str, IssuerCredit] | None = Field(None, description="By issuer. Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class BookSensitivityFactor(Model):
    kind: Literal["spot", "fx", "rate", "projection", "credit", "volatility", "dividend"] = Field(...)
    name: str = Field(..., description="Asset, pair, currency, index or issuer")
    tenor: float | None = Field(None, description="Years, of a zero rate, or of a volatility by expiry that the market states in years")
    expiry: Date | None = Field(None, description="Of a volatility by expiry, the date that the market states")


class BookSensitivity(Model):
    """The sensitivity of a book or a position to one factor of the market"""

    factor: BookSensitivityFactor = Field(...)
    value: float = Field(..., description="Derivative of the value in the reporting currency")
    bump: float | None = Field(None, description="Where it is a difference, the step of the factor; absent for closed forms")
    unit: Literal["per_one", "basis_point"] = Field(..., description="Unit of the factor")


class BookStressScenario(Model):
    """A name alone is one of 1987, 1998, 2008, 2020, rates_up_100, rates_down_100, rates_up_200, rates_down_200, volatility_up_10; with shocks it is the caller’s own; in a market, with moves of single factors"""

    name: str = Field(...)
    spot_shock: float | None = Field(None, alias="spotShock", description="Relative move of every spot; -1 takes it to 0")
    volatility_shock: float | None = Field(None, alias="volatilityShock", description="Absolute move of every volatility; one that would fall below 0 is taken as 0")
    rate_shock: float | None = Field(None, alias="rateShock", description="Absolute move of every rate")
    time_shock: float | None = Field(None, alias="timeShock", description="Years that pass; an option that expires in them is worth its payoff")
    moves: dict[str, float] | None = Field(None, description="Moves of single factors of the market, in place of the shock that they would have: spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money. Rates, credit, volatilities and dividends move by absolute amounts, spots and exchange rates relatively. A projection curve that is not named keeps its spread to the curve of its currency")


class BookedTrade(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    trade_date: Date = Field(..., alias="tradeDate")
    counterparty_id: str | None = Field(None, alias="counterpartyId")
    netting_set_id: str | None = Field(None, alias="nettingSetId")
    portfolio_id: str | None = Field(None, alias="portfolioId")
    tags: list[str] | None = Field(None)
    terms: dict[str, Any] = Field(..., description="As TradeTerms")
    status: Literal["booked", "amended", "cancelled", "matured"] = Field(..., description="matured: not cancelled, and the last payment is before today (UTC)")
    type: Literal["interest_rate_swap", "cross_currency_swap", "fx_forward", "fx_option", "equity_forward", "equity_option", "swaption", "bermudan_swaption", "contract", "structured", "convertible", "vanilla", "american", "credit_default_swap", "basis_swap", "zero_coupon_swap", "fx_swap", "cap", "floor", "fixed_rate_bond", "floating_rate_bond", "deposit", "fra", "zero_coupon_bond"] = Field(...)
    underlyings: list[str] = Field(...)
    currencies: list[str] = Field(...)
    maturity_date: Date = Field(..., alias="maturityDate", description="Date of the last payment")


class BookedTradeWithHistory(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    trade_date: Date = Field(..., alias="tradeDate")
    counterparty_id: str | None = Field(None, alias="counterpartyId")
    netting_set_id: str | None = Field(None, alias="nettingSetId")
    portfolio_id: str | None = Field(None, alias="portfolioId")
    tags: list[str] | None = Field(None)
    terms: dict[str, Any] = Field(..., description="As TradeTerms")
    status: Literal["booked", "amended", "cancelled", "matured"] = Field(..., description="matured: not cancelled, and the last payment is before today (UTC)")
    type: Literal["interest_rate_swap", "cross_currency_swap", "fx_forward", "fx_option", "equity_forward", "equity_option", "swaption", "bermudan_swaption", "contract", "structured", "convertible", "vanilla", "american", "credit_default_swap", "basis_swap", "zero_coupon_swap", "fx_swap", "cap", "floor", "fixed_rate_bond", "floating_rate_bond", "deposit", "fra", "zero_coupon_bond"] = Field(...)
    underlyings: list[str] = Field(...)
    currencies: list[str] = Field(...)
    maturity_date: Date = Field(..., alias="maturityDate", description="Date of the last payment")
    history: list[TradeEvent] = Field(...)


class CapFloorFixingsItem(Model):
    date: Date = Field(..., description="Fixing date")
    value: float = Field(..., description="Rate, decimal, simple")


class CapFloor(Model):
    """Options on each rate of a floating leg. One that starts today leaves out its first period by starting one period later. Needs maturity, or tenor"""

    type: Literal["cap", "floor"] = Field(..., description="cap: pays max(L − strike, 0) for each period; floor: max(strike − L, 0)")
    strike: float = Field(..., description="Strike of every period, decimal, simple; may be negative")
    notional: float | None = Field(None, description="Notional: multiplies all amounts. Default: 1")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, description="Periods per year. Default: 2")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="dayCount", description="Day count of the rate and the payment. Default: ACT/360")
    fixing_days: int | None = Field(None, alias="fixingDays", description="Business days from the fixing of a rate to the start of its period. Default: 0")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a date that is no business day is moved. Default: modified_following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    payment_lag: int | None = Field(None, alias="paymentLag", description="Business days from the end of a period to its payment. Default: 0")
    fixings: list[CapFloorFixingsItem] | None = Field(None, description="Known fixings of the floating rate: those of dates before the valuation date are needed, that of the date itself is used if given. Default: ")


class CapMarket(Model):
    """Discount and projection curve, and the volatility of a rate: lognormal (Black), shifted lognormal, or normal (Bachelier), or volatilities by expiry. Needs rate, or curve. Needs volatility, or normalVolatility, or volatilities"""

    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    projection_curve: CurveInput | None = Field(None, alias="projectionCurve", description="Curve that projects the floating rate; by default that which discounts")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    volatilities: CapletVolatilities | None = Field(None)
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    normal_volatility: float | None = Field(None, alias="normalVolatility", description="Normal volatility of the rate (Bachelier), absolute: 0.01 is one percentage point per square root of a year")
    shift: float | None = Field(None, description="Added to forward and strike under a lognormal volatility, so that rates below 0 can be priced; 0 by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class Caplet(Model):
    """One option of a cap or floor"""

    fixing_date: Date = Field(..., alias="fixingDate", description="Fixing date")
    start_date: Date = Field(..., alias="startDate", description="Start of the period")
    end_date: Date = Field(..., alias="endDate", description="End of the period")
    payment_date: Date = Field(..., alias="paymentDate", description="Payment date")
    accrual: float = Field(..., description="Year fraction of the period")
    forward_rate: float = Field(..., alias="forwardRate", description="Forward rate of the period, or its fixing, decimal")
    discount_factor: float = Field(..., alias="discountFactor", description="Discount factor of the payment")
    price: float = Field(..., description="Present value")
    delta: float = Field(..., description="Derivative per 1.00 of the forward rate")
    vega: float = Field(..., description="Derivative per 1.00 of volatility")


class CapletCurve(Model):
    """Volatilities of the forward rates of an index by the time to their fixing, the same at every strike. Linear between expiries, tenors and strikes, and constant beyond them. Needs type and expiries and volatilities, or rateVolatilitiesId"""

    type: Literal["normal", "lognormal", "shifted"] | None = Field(None, description="Whether it is of the rate itself (normal), of its logarithm (lognormal), or of that of the rate plus shift (shifted)")
    shift: float | None = Field(None, description="With shifted: added to forward and strike")
    expiries: list[float] | None = Field(None, description="Years from the valuation date, ACT/365F, strictly increasing")
    volatilities: list[float] | None = Field(None, description="One per expiry; normal: absolute per √year; otherwise decimal")
    rate_volatilities_id: str | None = Field(None, alias="rateVolatilitiesId", description="Id of what is stored, in place of type, shift, expiries, tenors, strikeSpreads, strikes, volatilities")


class CapletSmiles(Model):
    """Volatilities of the forward rates of an index by the time to their fixing and by strike. Linear between expiries, tenors and strikes, and constant beyond them. Needs type and expiries and strikes and volatilities, or rateVolatilitiesId"""

    type: Literal["normal", "lognormal", "shifted"] | None = Field(None, description="Whether it is of the rate itself (normal), of its logarithm (lognormal), or of that of the rate plus shift (shifted)")
    shift: float | None = Field(None, description="With shifted: added to forward and strike")
    expiries: list[float] | None = Field(None, description="Years from the valuation date, ACT/365F, strictly increasing")
    strikes: list[float] | None = Field(None, description="Strikes of the caplets, strictly increasing")
    volatilities: list[list[float]] | None = Field(None, description="One list per expiry, with one entry per strike")
    rate_volatilities_id: str | None = Field(None, alias="rateVolatilitiesId", description="Id of what is stored, in place of type, shift, expiries, tenors, strikeSpreads, strikes, volatilities")


class Cash(Model):
    """Pays an amount on a date"""

    type: Literal["cash"] = Field(...)
    amount: float = Field(..., description="Amount received, price units; negative if it is owed")
    date: Date = Field(..., description="Payment date: ISO 8601 calendar date")


class CashFlow(Model):
    """A payment of a position in its own currency"""

    date: Date = Field(..., description="Of a time in years, the nearest day")
    amount: float = Field(..., description="Paid to the holder; negative if the holder pays")
    currency: str = Field(...)
    kind: Literal["fixed", "floating", "delivery"] = Field(..., description="delivery: the forward value of shares that change hands")
    known: bool = Field(..., description="Whether the market of today no longer moves it")


class ChainReportCheckpoint(Model):
    """The last block whose receipts retention has removed"""

    block: int = Field(...)
    hash: str = Field(...)
    at: str = Field(...)


class ChainReportHead(Model):
    """The newest block that was walked"""

    block: int = Field(...)
    hash: str = Field(...)
    at: str = Field(...)


class ChainReportBrokenAt(Model):
    """The first place where something does not agree; without `runId` the block itself"""

    block: int = Field(...)
    run_id: str | None = Field(None, alias="runId")
    reason: str = Field(...)


class ChainReportAuditBrokenAt(Model):
    entry: int = Field(...)
    reason: str = Field(...)


class ChainReportAudit(Model):
    """The audit log of the tenant, a chain of its own. `head` is the hash of the newest entry; empty where there is none"""

    intact: bool = Field(...)
    entries: int = Field(...)
    signed: int = Field(...)
    anchored: int = Field(...)
    unchecked: list[str] = Field(...)
    head: str = Field(...)
    broken_at: ChainReportAuditBrokenAt | None = Field(None, alias="brokenAt")


class ChainReport(Model):
    """What a walk over the hash chain of the receipts found"""

    intact: bool = Field(..., description="Whether everything that was walked agrees")
    complete: bool = Field(..., description="Whether the walk reached the newest block, or a break. What it could not check, `unchecked` says; receipts of the last seconds are in no block yet")
    unchecked: list[str] = Field(..., description="What was not checked, in words")
    anchored: int = Field(..., description="Number of the block whose hash is kept outside the store, which the chain must go through; 0: none")
    blocks: int = Field(...)
    receipts: int = Field(..., description="Receipts that were compared with the hash that their block holds")
    signed: int = Field(..., description="Blocks whose signature is that of a configured key")
    checkpoint: ChainReportCheckpoint | None = Field(None, description="The last block whose receipts retention has removed")
    head: ChainReportHead | None = Field(None, description="The newest block that was walked")
    broken_at: ChainReportBrokenAt | None = Field(None, alias="brokenAt", description="The first place where something does not agree; without `runId` the block itself")
    unlinked: list[str] = Field(..., description="Up to ten receipts that no block holds although they are hours old")
    audit: ChainReportAudit = Field(..., description="The audit log of the tenant, a chain of its own. `head` is the hash of the newest entry; empty where there is none")
    continue_from: str | None = Field(None, alias="continueFrom", description="The walk ran out of time: the `from` with which to go on")


class Choice(Model):
    """The holder chooses the side that is worth more on the decision date"""

    type: Literal["choice"] = Field(...)
    left: ContractSpec = Field(...)
    right: ContractSpec = Field(...)
    decision_date: Date | None = Field(None, alias="decisionDate", description="Date on which the holder chooses; by default the first date on which either side may pay")
    chosen: Literal["left", "right"] | None = Field(None, description="The side that was chosen, where the decision date is before the valuation date or on it")


class ChooserOption(Model):
    """Chooser option: at a future date the holder decides whether it becomes a call or a put"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    choice_time: float = Field(..., alias="choiceTime", description="Years until the holder decides whether it becomes a call or a put, at most `time`")


class Cliquet(Model):
    """Pays at the last date the sum of the returns of all periods, the first from startDate; each return and the sum are clamped to their bounds"""

    type: Literal["cliquet"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    observation_dates: list[Date] = Field(..., alias="observationDates", description="Strictly increasing ISO 8601 calendar dates")
    start_date: Date | None = Field(None, alias="startDate", description="Date of the initial fixing, not after the valuation date; today by default")
    local_floor: float | None = Field(None, alias="localFloor", description="Lower bound of the return of each period, decimal")
    local_cap: float | None = Field(None, alias="localCap", description="Upper bound of the return of each period, decimal")
    global_floor: float | None = Field(None, alias="globalFloor", description="Lower bound of the sum of returns, decimal")
    global_cap: float | None = Field(None, alias="globalCap", description="Upper bound of the sum of returns, decimal")


class CloneProductRequest(Model):
    name: str | None = Field(None)
    version: int | None = Field(None, description="By default the published version, or the only one where none is")


class CollateralAgreement(Model):
    """Bilateral margin agreement, in the reporting currency"""

    threshold: float = Field(..., description="Value up to which no collateral is posted, by either party")
    minimum_transfer: float | None = Field(None, alias="minimumTransfer", description="Smallest amount that is called. Default: 0")
    margin_period_days: float | None = Field(None, alias="marginPeriodDays", description="Calendar days from the last call that was answered to the close-out. Default: 10")
    flows_in_margin_period: Literal["unpaid", "paid"] | None = Field(None, alias="flowsInMarginPeriod", description="Flows due in the margin period: unpaid by either party, so that the close-out has them, or paid by both. Default: unpaid")
    initial_margin: Union[InitialMargin, FixedInitialMargin] | None = Field(None, alias="initialMargin", description="Initial margin: a quantile of the change of value, or an amount")


class CollateralAgreementFields(Model):
    """The credit support annex of a netting set"""

    currency: str = Field(..., description="Currency of the amounts, ISO 4217")
    threshold: float = Field(..., description="Exposure above which collateral is called")
    minimum_transfer: float = Field(..., alias="minimumTransfer", description="Smallest amount that is transferred")
    margin_period_days: int = Field(..., alias="marginPeriodDays", description="Calendar days from the last margin call that is met to the close-out")
    initial_margin: float | None = Field(None, alias="initialMargin", description="Initial margin that is held, whatever the exposure")


class Combined(Model):
    """All contracts in `specs` together"""

    type: Literal["combined"] = Field(...)
    specs: list[ContractSpec] = Field(...)


class Conditional(Model):
    """A contract with a barrier that ends it or begins it"""

    type: Literal["conditional"] = Field(...)
    contract: ContractSpec = Field(...)
    condition: BarrierCondition = Field(...)


class ContractDescribeRequest(Model):
    """A contract to describe in words"""

    contract: ContractSpec = Field(...)
    market: MarketInput | None = Field(None, description="A market: its valuation date and fixings say what has happened so far, and its dividends, currencies, models, surfaces and repaired correlations what the prices of the contract rest on; the description then names them")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ContractDescribeResponse(Model):
    """A contract in words"""

    description: str = Field(..., description="Description of the contract in words")


class ContractGreeksRequest(Model):
    """A contract, the market that is bumped, and Monte Carlo settings"""

    contract: ContractSpec = Field(...)
    market: MarketInput = Field(...)
    pricer: PricerSettings | None = Field(None, description="Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ContractGreeksResponseStandardErrors(Model):
    """Of each Greek, in its units"""

    delta: float = Field(..., description="Per 1.00 of spot; from spot bumped by 1% both ways, or by 1% and 2% away from a barrier that a bump would reach")
    gamma: float = Field(..., description="Per 1.00 of spot squared; from the same bumps")
    vega: float = Field(..., description="Per 1.00 of volatility, from a bump of +1%: of √v0 and √theta under heston and rough_heston, of √xi0 under rough_bergomi, of every quote under local_vol")
    theta: float = Field(..., description="Per year of time passing; from one day")
    rho: float = Field(..., description="Per 1.00 of rate; from a bump of +1 basis point")


class ContractGreeksResponseDerivativesStandardErrors(Model):
    """Standard error of each derivative over the paths"""

    delta: float = Field(..., description="Derivative of the price by the spot, summed over the assets")
    gamma: float = Field(..., description="Second derivative of the price by the spot, summed over the assets without cross terms")
    vega: float = Field(..., description="Derivative of the price by the volatility, per 1.00, summed over the assets")
    theta: float = Field(..., description="Derivative of the price by the passing of time, per year")
    rho: float = Field(..., description="Derivative of the price by a parallel shift of the zero rates, per 1.00")


class ContractGreeksResponseDerivativesErrorBounds(Model):
    """Estimated absolute error that the bumps leave in each derivative, and single precision in gamma"""

    delta: float = Field(..., description="Derivative of the price by the spot, summed over the assets")
    gamma: float = Field(..., description="Second derivative of the price by the spot, summed over the assets without cross terms")
    vega: float = Field(..., description="Derivative of the price by the volatility, per 1.00, summed over the assets")
    theta: float = Field(..., description="Derivative of the price by the passing of time, per year")
    rho: float = Field(..., description="Derivative of the price by a parallel shift of the zero rates, per 1.00")


class ContractGreeksResponseDerivatives(Model):
    """The derivatives themselves: of the closed form where there is one, otherwise by central differences scaled to the volatility and the first date, extrapolated. A warning names each Greek above whose fixed bump is off its derivative by more than the stated errors"""

    delta: float = Field(..., description="Derivative of the price by the spot, summed over the assets")
    gamma: float = Field(..., description="Second derivative of the price by the spot, summed over the assets without cross terms")
    vega: float = Field(..., description="Derivative of the price by the volatility, per 1.00, summed over the assets")
    theta: float = Field(..., description="Derivative of the price by the passing of time, per year")
    rho: float = Field(..., description="Derivative of the price by a parallel shift of the zero rates, per 1.00")
    standard_errors: ContractGreeksResponseDerivativesStandardErrors = Field(..., alias="standardErrors", description="Standard error of each derivative over the paths")
    error_bounds: ContractGreeksResponseDerivativesErrorBounds = Field(..., alias="errorBounds", description="Estimated absolute error that the bumps leave in each derivative, and single precision in gamma")


class ContractGreeksResponseUnderlyingsItem(Model):
    name: str = Field(..., description="Of the asset")
    delta: float = Field(..., description="Per 1.00 of spot; from spot bumped by 1% both ways, or by 1% and 2% away from a barrier that a bump would reach")
    gamma: float = Field(..., description="Per 1.00 of spot squared; from the same bumps")
    vega: float = Field(..., description="Per 1.00 of volatility, from a bump of +1%: of √v0 and √theta under heston and rough_heston, of √xi0 under rough_bergomi, of every quote under local_vol")


class ContractGreeksResponseFallbacksItem(Model):
    from_: Literal["webgpu", "webasm", "cpu"] = Field(..., alias="from", description="Backend that failed")
    to: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend that was used instead")
    reason: str = Field(..., description="Error message of the backend that failed")


class ContractGreeksResponseRepricingItem(Model):
    asset: str | None = Field(None, description="Name of the asset, where the market names it")
    quotes: int = Field(..., description="Number of quotes of the surface")
    max_volatility_error: float = Field(..., alias="maxVolatilityError", description="Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count")
    expiry: float = Field(..., description="Expiry of the quote with that error, years")
    strike: float = Field(..., description="Strike of the quote with that error")
    max_price_error: float = Field(..., alias="maxPriceError", description="Largest error of an undiscounted price over the quotes, price units")


class ContractGreeksResponseCorrelationRepairCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset, or pair of an exchange rate")
    asset2: str = Field(..., description="Name of the other")
    correlation: float = Field(..., description="Of the nearest matrix")


class ContractGreeksResponseCorrelationRepair(Model):
    """The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none"""

    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Smallest eigenvalue of the stated matrix, below 0")
    distance: float = Field(..., description="Frobenius norm of the difference between the stated and the used matrix")
    correlations: list[ContractGreeksResponseCorrelationRepairCorrelationsItem] = Field(..., description="The correlations that were used, one per pair")


class ContractGreeksResponse(Model):
    """A Monte Carlo price and its bump-and-reprice Greeks"""

    price: float = Field(..., description="Present value, price units")
    delta: float = Field(..., description="Per 1.00 of spot; from spot bumped by 1% both ways, or by 1% and 2% away from a barrier that a bump would reach")
    gamma: float = Field(..., description="Per 1.00 of spot squared; from the same bumps")
    vega: float = Field(..., description="Per 1.00 of volatility, from a bump of +1%: of √v0 and √theta under heston and rough_heston, of √xi0 under rough_bergomi, of every quote under local_vol")
    theta: float = Field(..., description="Per year of time passing; from one day")
    rho: float = Field(..., description="Per 1.00 of rate; from a bump of +1 basis point")
    standard_errors: ContractGreeksResponseStandardErrors = Field(..., alias="standardErrors", description="Of each Greek, in its units")
    derivatives: ContractGreeksResponseDerivatives = Field(..., description="The derivatives themselves: of the closed form where there is one, otherwise by central differences scaled to the volatility and the first date, extrapolated. A warning names each Greek above whose fixed bump is off its derivative by more than the stated errors")
    underlyings: list[ContractGreeksResponseUnderlyingsItem] = Field(..., description="The part of each asset; delta, gamma and vega above are their sums, without cross terms")
    description: str = Field(..., description="Description of the contract in words")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the price, price units")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")
    fallbacks: list[ContractGreeksResponseFallbacksItem] = Field(..., description="Backends that failed during the simulation, and why; empty if none did")
    variance_reduction: Literal["none", "conditional_expectation", "control_variate"] = Field(..., alias="varianceReduction", description="Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)")
    repricing: list[ContractGreeksResponseRepricingItem] | None = Field(None, description="How well a local volatility reprices the quotes of its surface; absent where no asset has one")
    lifecycle: list[LifecycleEvent] | None = Field(None, description="What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has")
    correlation_repair: ContractGreeksResponseCorrelationRepair | None = Field(None, alias="correlationRepair", description="The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none")


class ContractPriceRequest(Model):
    """A contract, the market to price it in, and Monte Carlo settings"""

    contract: ContractSpec = Field(...)
    market: MarketInput = Field(...)
    pricer: PricerSettings | None = Field(None, description="Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ContractPriceResponseFallbacksItem(Model):
    from_: Literal["webgpu", "webasm", "cpu"] = Field(..., alias="from", description="Backend that failed")
    to: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend that was used instead")
    reason: str = Field(..., description="Error message of the backend that failed")


class ContractPriceResponseRepricingItem(Model):
    asset: str | None = Field(None, description="Name of the asset, where the market names it")
    quotes: int = Field(..., description="Number of quotes of the surface")
    max_volatility_error: float = Field(..., alias="maxVolatilityError", description="Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count")
    expiry: float = Field(..., description="Expiry of the quote with that error, years")
    strike: float = Field(..., description="Strike of the quote with that error")
    max_price_error: float = Field(..., alias="maxPriceError", description="Largest error of an undiscounted price over the quotes, price units")


class ContractPriceResponseCorrelationRepairCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset, or pair of an exchange rate")
    asset2: str = Field(..., description="Name of the other")
    correlation: float = Field(..., description="Of the nearest matrix")


class ContractPriceResponseCorrelationRepair(Model):
    """The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none"""

    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Smallest eigenvalue of the stated matrix, below 0")
    distance: float = Field(..., description="Frobenius norm of the difference between the stated and the used matrix")
    correlations: list[ContractPriceResponseCorrelationRepairCorrelationsItem] = Field(..., description="The correlations that were used, one per pair")


class ContractPriceResponse(Model):
    """A Monte Carlo price"""

    price: float = Field(..., description="Present value, price units")
    description: str = Field(..., description="Description of the contract in words")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the price, price units")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")
    fallbacks: list[ContractPriceResponseFallbacksItem] = Field(..., description="Backends that failed during the simulation, and why; empty if none did")
    variance_reduction: Literal["none", "conditional_expectation", "control_variate"] = Field(..., alias="varianceReduction", description="Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)")
    repricing: list[ContractPriceResponseRepricingItem] | None = Field(None, description="How well a local volatility reprices the quotes of its surface; absent where no asset has one")
    lifecycle: list[LifecycleEvent] | None = Field(None, description="What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has")
    correlation_repair: ContractPriceResponseCorrelationRepair | None = Field(None, alias="correlationRepair", description="The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none")


class ContractProduct(Model):
    """A product of type contract"""

    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["contract"] = Field(...)
    terms: ContractSpec = Field(...)


class ContractTrade(Model):
    type: Literal["contract"] = Field(...)
    contract: ContractSpec = Field(...)
    quantity: float | None = Field(None, description="Units traded; negative if sold. Default: 1")


class ConvertibleBondCallScheduleItem(Model):
    time: float = Field(...)
    price: float = Field(..., description="Price per bond, without the coupon of that day")
    trigger: float | None = Field(None, description="Spot at or above which the bond may be called")


class ConvertibleBondPutScheduleItem(Model):
    time: float = Field(...)
    price: float = Field(..., description="Price per bond, without the coupon of that day")


class ConvertibleBond(Model):
    """A bond that its holder may convert into shares; amounts per bond, times in years"""

    face_value: float = Field(..., alias="faceValue")
    coupon_rate: float = Field(..., alias="couponRate", description="Coupon rate, as a fraction of the face value per year")
    coupon_frequency: Literal[1, 2, 3, 4, 6, 12] = Field(..., alias="couponFrequency", description="Coupons per year, counted back from maturity")
    maturity: float = Field(..., description="Years to maturity")
    conversion_ratio: float = Field(..., alias="conversionRatio", description="Number of shares per bond")
    redemption: float | None = Field(None, description="Amount paid at maturity; the face value by default")
    conversion_style: Literal["american", "european"] | None = Field(None, alias="conversionStyle", description="american: convertible at any time; european: at maturity only. Default: american")
    call_schedule: list[ConvertibleBondCallScheduleItem] | None = Field(None, alias="callSchedule", description="The issuer may call the bond at `price` from each `time` until the next entry, or until maturity; the holder may convert instead. Default: ")
    put_schedule: list[ConvertibleBondPutScheduleItem] | None = Field(None, alias="putSchedule", description="The holder may sell the bond back at `price`, on each `time` only. Default: ")


class ConvertibleMarket(Model):
    """The share, the interest rate, and the issuer’s credit: either a spread or a default intensity with a recovery rate. Needs rate, or curve. Needs creditSpread, or hazardRate and recoveryRate"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    credit_spread: float | None = Field(None, alias="creditSpread", description="Spread over the rate at which cash payments are discounted, decimal per year (Tsiveriotis-Fernandes)")
    hazard_rate: float | None = Field(None, alias="hazardRate", description="Default intensity, decimal per year; below volatility²")
    recovery_rate: float | None = Field(None, alias="recoveryRate", description="Recovery at default, as a fraction of the face value")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ConvertiblePriceRequest(Model):
    """A convertible bond and its market"""

    bond: ConvertibleBond = Field(...)
    market: ConvertibleMarket = Field(...)
    steps: int | None = Field(None, description="Number of intervals of the spot in the finite differences; there are an eighth as many time steps, and at least one between two dates. Default: 800")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ConvertiblePriceResponse(Model):
    """Price and sensitivities of a convertible bond"""

    price: float = Field(..., description="Price per bond, with accrued interest")
    bond_floor: float = Field(..., alias="bondFloor", description="Value of the bond without conversion, call and put rights; exact")
    parity: float = Field(..., description="conversionRatio · spot")
    conversion_premium: float | None = Field(None, alias="conversionPremium", description="price/parity − 1; absent without parity")
    delta: float = Field(..., description="Per 1.00 of spot")
    gamma: float = Field(..., description="Per 1.00 of spot squared")
    vega: float = Field(..., description="Per 1.00 of volatility, from a bump of +1 %")


class ConvertibleProduct(Model):
    """A product of type convertible"""

    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["convertible"] = Field(...)
    terms: ConvertibleBond = Field(...)


class ConvertibleTrade(Model):
    type: Literal["convertible"] = Field(...)
    bond: ConvertibleBond = Field(...)
    quantity: float | None = Field(None, description="Units traded; negative if sold. Default: 1")


class Correlation(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    assets: list[str] = Field(..., description="Distinct names, in the order of the rows: of assets, pairs of currencies (EURUSD) or currencies")
    matrix: list[list[float]] = Field(...)
    repaired: CorrelationRepair | None = Field(None)


class CorrelationInput(Model):
    """Correlation of the Brownian motions that drive the spots of two assets"""

    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Correlation, within [-1, 1]")


class CorrelationRepair(Model):
    """How the matrix that was given was replaced by the nearest correlation matrix"""

    distance: float = Field(..., description="Frobenius norm of what was changed")
    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Of the matrix that was given")
    iterations: int = Field(...)
    converged: bool = Field(..., description="Whether no other correlation matrix is nearer; the matrix is one either way")


class CorrelationRequest(Model):
    """A correlation matrix under its name"""

    name: str = Field(...)
    assets: list[str] = Field(..., description="Distinct names, in the order of the rows: of assets, pairs of currencies (EURUSD) or currencies")
    matrix: list[list[float]] = Field(..., description="A row per asset: symmetric, with ones on the diagonal and no negative eigenvalue")
    repair: bool | None = Field(None, description="Whether a matrix with a negative eigenvalue is replaced by the nearest correlation matrix (Higham 2002). Default: false")


class Counterparty(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    lei: str | None = Field(None, description="Legal entity identifier (ISO 17442)")
    type: Literal["bank", "corporate", "sovereign", "fund", "ccp"] = Field(...)
    country: str | None = Field(None, description="Two-letter country code (ISO 3166-1)")
    sector: str | None = Field(None)
    ratings: list[Rating] | None = Field(None)
    status: Literal["active", "suspended"] = Field(..., description="Default: active")


class CounterpartyFields(Model):
    """A legal entity with which trades are made"""

    name: str = Field(...)
    lei: str | None = Field(None, description="Legal entity identifier (ISO 17442)")
    type: Literal["bank", "corporate", "sovereign", "fund", "ccp"] = Field(...)
    country: str | None = Field(None, description="Two-letter country code (ISO 3166-1)")
    sector: str | None = Field(None)
    ratings: list[Rating] | None = Field(None)
    status: Literal["active", "suspended"] | None = Field(None, description="Default: active")


class CreditCurveSpreadsItem(Model):
    tenor: str = Field(...)
    spread: float = Field(...)


class CreditCurveHazardRatesItem(Model):
    time: float = Field(...)
    rate: float = Field(...)


class CreditCurveResidualsItem(Model):
    tenor: str = Field(...)
    error: float = Field(..., description="Par spread of the curve minus the quote")


class CreditCurve(Model):
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    valuation_date: Date = Field(..., alias="valuationDate")
    recovery_rate: float = Field(..., alias="recoveryRate")
    spreads: list[CreditCurveSpreadsItem] | None = Field(None)
    hazard_rates: list[CreditCurveHazardRatesItem] | None = Field(None, alias="hazardRates")
    hazard_rate: float | None = Field(None, alias="hazardRate")
    rate: float | None = Field(None)
    curve: StoredCurveInput | None = Field(None)
    nodes: list[CreditCurveNode] = Field(..., description="In order of time")
    residuals: list[CreditCurveResidualsItem] | None = Field(None)
    market_data_as_of: Date | None = Field(None, alias="marketDataAsOf", description="The date of the oldest market data that the curve rests on, where that is before its valuation date: of a discount curve by name")
    calibration_run_id: str | None = Field(None, alias="calibrationRunId", description="The run that fitted the spreads. Its receipt, of desk/v1/calibrate/credit-curve, can be read and replayed")


class CreditCurveNode(Model):
    """The credit curve at one of its nodes"""

    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    hazard_rate: float = Field(..., alias="hazardRate", description="Default intensity up to this time, per year; after the last time it stays")
    survival_probability: float = Field(..., alias="survivalProbability")


class CreditCurveRequestHazardRatesItem(Model):
    time: float = Field(..., description="Years from the valuation date")
    rate: float = Field(..., description="Default intensity up to this time, decimal per year; the last one also holds beyond it")


class CreditCurveRequest(Model):
    """By spreads of standard credit default swaps, discounted at `rate` or on `curve` (by default at 0), or by default intensities. Spreads are fitted when they are written. Needs spreads, or hazardRates, or hazardRate"""

    valuation_date: Date = Field(..., alias="valuationDate", description="ISO 8601 calendar date of the quotes, from which the times count")
    recovery_rate: float = Field(..., alias="recoveryRate", description="Recovery at default, as a fraction of the claim; below 1 with spreads")
    spreads: CreditSpreads | None = Field(None)
    hazard_rates: list[CreditCurveRequestHazardRatesItem] | None = Field(None, alias="hazardRates")
    hazard_rate: float | None = Field(None, alias="hazardRate", description="Default intensity, decimal per year, constant in time")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class CreditDefaultSwap(Model):
    """Protection of the face value in exchange for a running coupon. Needs maturity and paymentsPerYear, or paymentTimes and accruals"""

    side: Literal["buyer", "seller"] = Field(..., description="Whether the position buys or sells protection")
    spread: float = Field(..., description="Running coupon, decimal per year (0.01 is 100 basis points)")
    maturity: float | None = Field(None, description="Years to the end of protection")
    payments_per_year: int | None = Field(None, alias="paymentsPerYear", description="Coupons per year, counted back from the maturity; the first may be short")
    payment_times: list[float] | None = Field(None, alias="paymentTimes", description="Years to each coupon, strictly increasing, in place of maturity and paymentsPerYear")
    accruals: list[float] | None = Field(None, description="Year fraction of each coupon, according to its day count")
    accrued: float | None = Field(None, description="Year fraction of the first coupon that accrued before today; if accruals is given, it is included in its first entry. Default: 0")
    notional: float | None = Field(None, description="Multiplies the price. Default: 1")


class CreditDefaultSwapTrade(Model):
    type: Literal["credit_default_swap"] = Field(...)
    currency: str = Field(..., description="Three-letter currency code (ISO 4217)")
    issuer: str = Field(..., description="Issuer, by which a market finds the intensity of default")
    side: Literal["buyer", "seller"] = Field(..., description="Whether the position buys or sells protection")
    spread: float = Field(..., description="Running coupon, decimal per year (0.01 is 100 basis points)")
    maturity: float = Field(...)
    payments_per_year: int = Field(..., alias="paymentsPerYear")
    notional: float | None = Field(None, description="Multiplies the price. Default: 1")
    quantity: float | None = Field(None, description="Units traded; negative if sold. Default: 1")


class CreditMarketHazardCurve(Model):
    """Needs times and hazardRates, or counterpartyId"""

    times: list[float] | None = Field(None, description="Years, strictly increasing")
    hazard_rates: list[float] | None = Field(None, alias="hazardRates", description="One default intensity per time, decimal per year, in force up to that time; the last one also holds beyond it")
    counterparty_id: str | None = Field(None, alias="counterpartyId", description="Id of what is stored, in place of times, hazardRates")


class CreditMarket(Model):
    """Rate or curve, default intensity as a function of time, and recovery rate. Needs rate, or curve. Needs hazardRate, or hazardCurve"""

    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    hazard_rate: float | None = Field(None, alias="hazardRate", description="Default intensity, decimal per year, constant in time")
    hazard_curve: CreditMarketHazardCurve | None = Field(None, alias="hazardCurve", description="Needs times and hazardRates, or counterpartyId")
    recovery_rate: float = Field(..., alias="recoveryRate", description="Recovery at default, as a fraction of the face value")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class CrossAssetCorrelation(Model):
    """Correlation of two of: assets, exchange rates (EURUSD), short rates (USD)"""

    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Within [-1, 1]")


class CrossAssetMarket(Model):
    """A market of several currencies"""

    curves: dict[str, CurrencyCurve] = Field(..., description="One per currency")
    projection_curves: dict[str, CurrencyCurve] | None = Field(None, alias="projectionCurves", description="By currency: the curve of its floating rates, where it is another than that of discounting. The ratio of their growth over a period stays as it is today")
    fx: dict[str, float] | None = Field(None, description="Exchange rates by pair: EURUSD is the price of one EUR in USD. Each currency is reached from the reporting currency. Default: {}")
    assets: dict[str, CrossAssetShare] | None = Field(None, description="Shares by name. Default: {}")
    volatilities: dict[str, MarketVolatility] | None = Field(None, description="By currency: of its swaptions, one, or a matrix or cube by expiry and tenor, to which its model is fitted; by pair of a currency and the reporting currency: of the exchange rate’s spot, lognormal, or smiles by expiry, to which at the money the spot’s volatility is fitted. An option alone is valued on the smiles of its own pair, where it has some")
    models: dict[str, ShortRateModel] | None = Field(None, description="By currency; rates without a model do not move. Default: {}")
    correlations: list[CrossAssetCorrelation] | None = Field(None, description="Pairs without an entry are uncorrelated, and the result warns. Default: ")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    projections: dict[str, CurrencyCurve] | None = Field(None, description="By index (EURIBOR-3M): the curve of its forward rates. An index without one is projected by the currency’s curve")
    fixings: MarketFixings | None = Field(None)
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class CrossAssetShare(Model):
    """A share with its currency, and one volatility or a surface of volatilities. Needs volatility, or surface"""

    spot: float = Field(..., description="Spot, in the currency of the asset")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    surface: ShareSurface | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    dividends: list[DividendInput] | None = Field(None, description="Dividends on dates, beside the dividend yield; those whose dates have passed count no more. Options and contracts are priced with them, American options on a surface by its local volatility up to its last expiry; netting sets and trades in years take each amount in cash as the part of the forward price that it is; convertibles take a yield alone")
    currency: str | None = Field(None, description="Currency in which the asset is quoted; by default the reporting currency")


class CrossCurrencyLeg(Model):
    """A leg that pays a fixed rate, or a floating rate and a spread. Needs rate, or spread"""

    currency: str = Field(..., description="Currency, ISO 4217")
    notional: float = Field(..., description="Notional in the currency of the leg")
    rate: float | None = Field(None, description="Fixed rate, decimal, simple")
    spread: float | None = Field(None, description="Spread over the floating rate, decimal, simple")


class CrossCurrencySwap(Model):
    """Interest in one currency against interest in another, on fixed notionals or with one that is reset"""

    type: Literal["cross_currency_swap"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    receive: CrossCurrencyLeg = Field(...)
    pay: CrossCurrencyLeg = Field(...)
    maturity: float = Field(..., description="Years to the last payment")
    frequency: int = Field(..., description="Payments of both legs per year, counted back from the maturity; the first period may be short")
    notional_exchange: bool | None = Field(None, alias="notionalExchange", description="Whether the notionals are exchanged back at maturity; their first exchange, today, is settled. Default: true")
    resetting: Literal["receive", "pay"] | None = Field(None, description="The leg whose notional is reset at the start of each period to the other notional at the exchange rate of the date, the difference being exchanged with notionalExchange. Its given notional is that of the first period. None by default")


class CurveResidualsItem(Model):
    instrument: str = Field(..., description="Type and end of the instrument")
    error: float = Field(..., description="Quote implied by the curve minus the quote, in units of its rate; of a bond, in its price per 100")


class Curve(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    currency: str = Field(..., description="Three-letter currency code (ISO 4217)")
    kind: Literal["discount", "projection", "inflation"] = Field(..., description="What the curve is for. The factors of an inflation curve discount real amounts")
    index: str | None = Field(None, description="Of a projection curve: the index whose forward rates it gives. Stored markets of trades on the index take the latest such curve")
    valuation_date: Date = Field(..., alias="valuationDate", description="ISO 8601 calendar date from which its times count")
    interpolation: Literal["log_linear", "linear_zero", "monotone_convex"] = Field(...)
    nodes: list[CurveNode] = Field(..., description="In order of time. A curve of instruments has one where each of them ends")
    instruments: list[Union[CurveDeposit, CurveFra, StoredCurveFuture, StoredCurveSwap, StoredCurveOis, CurveBond]] | None = Field(None, description="Quoted instruments in any order; no two may end on the same day")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="dayCount", description="Of instruments: as in calibrate/curve")
    calendar: Any | None = Field(None, description="Of instruments: as in calibrate/curve")
    settlement_days: int | None = Field(None, alias="settlementDays", description="Of instruments: as in calibrate/curve")
    discount_curve_id: str | None = Field(None, alias="discountCurveId", description="Of instruments: the stored curve that discounts them; this curve then only projects forward rates")
    discount_curve_version: int | None = Field(None, alias="discountCurveVersion", description="Version of the discount curve with which the instruments were fitted")
    residuals: list[CurveResidualsItem] | None = Field(None, description="One residual per instrument, in the order of the request")
    calibration_run_id: str | None = Field(None, alias="calibrationRunId", description="The run that fitted the instruments. Its receipt, of calibrate/curve, can be read and replayed")


class CurveBond(Model):
    """Bullet bond: price and coupons per 100 of face value, the price with accrued interest. Needs maturity, or tenor"""

    type: Literal["bond"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    price: float = Field(...)
    coupon_rate: float = Field(..., alias="couponRate")
    coupon_frequency: Literal[1, 2, 3, 4, 6, 12] = Field(..., alias="couponFrequency", description="Payments per year")


class CurveCalibrationRequest(Model):
    """Quoted instruments, and the interpolation of the curve that reproduces them; a short rate model to fit on it. Needs instruments, or curve and shortRateModel"""

    valuation_date: Date = Field(..., alias="valuationDate", description="ISO 8601 calendar date")
    instruments: list[Union[CurveDeposit, CurveFra, CurveFuture, CurveSwap, CurveOis, CurveBond]] | None = Field(None, description="Quoted instruments in any order; no two may end on the same day")
    curve: CurveInput | None = Field(None, description="A curve that is built already, in place of instruments, to fit a shortRateModel on it")
    short_rate_model: ShortRateModelInput | None = Field(None, alias="shortRateModel", description="Short rate model that is fitted to swaptions on the curve; the curve then discounts, so that there is no discountCurve")
    interpolation: Literal["log_linear", "linear_zero", "monotone_convex"] | None = Field(None, description="Quantity that is joined between the nodes: log_linear, the logarithm of the discount factor, linearly; linear_zero, the zero rate, linearly; monotone_convex, the forward rate, continuously (Hagan and West 2006). Default: log_linear")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="dayCount", description="Day count of money market and overnight legs between dates. Default: ACT/360")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    settlement_days: int | None = Field(None, alias="settlementDays", description="Business days between the valuation date and the start of a tenor. Default: 0")
    discount_curve: CurveInput | None = Field(None, alias="discountCurve", description="Curve that discounts the legs of swaps; the calibrated curve then only projects forward rates")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class CurveCalibrationResponseNodesItem(Model):
    date: Date = Field(...)
    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    discount_factor: float = Field(..., alias="discountFactor", description="Discount factor P(0, time)")
    zero_rate: float = Field(..., alias="zeroRate", description="Zero rate, continuously compounded")
    forward_rate: float = Field(..., alias="forwardRate", description="Instantaneous forward rate, continuously compounded; its limit from the left where it jumps")


class CurveCalibrationResponseResidualsItem(Model):
    instrument: str = Field(..., description="Type and end of the instrument")
    error: float = Field(..., description="Quote implied by the curve minus the quote, in units of its rate; of a bond, in its price per 100")


class CurveCalibrationResponse(Model):
    """The curve at its nodes, and how exactly it reproduces the quotes"""

    nodes: list[CurveCalibrationResponseNodesItem] = Field(..., description="One node per instrument, where it ends, in order of time. Their times and zeroRates, with the same interpolation, are a curve of any request")
    residuals: list[CurveCalibrationResponseResidualsItem] = Field(..., description="One residual per instrument, in the order of the request")
    short_rate_model: ShortRateFit | None = Field(None, alias="shortRateModel", description="The short rate model fitted to swaptions, if the request has one")


class CurveDeposit(Model):
    """Deposit: simple interest from the valuation date, or from settlement if a tenor is given. Needs maturity, or tenor"""

    type: Literal["deposit"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    rate: float = Field(..., description="Quoted rate, decimal")


class CurveFra(Model):
    """Forward rate agreement: simple interest from a later start. Needs maturity, or tenor"""

    type: Literal["fra"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    start: Union[float, Date] = Field(..., description="Years from the valuation date, or an ISO 8601 date; not before the valuation date")
    rate: float = Field(..., description="Quoted rate, decimal")


class CurveFuture(Model):
    """Interest rate future: simple interest at the rate (100 − price)/100 − convexity. Needs maturity, or tenor"""

    type: Literal["future"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    start: Union[float, Date] = Field(..., description="Years from the valuation date, or an ISO 8601 date; not before the valuation date")
    price: float = Field(...)
    convexity: float | None = Field(None, description="Amount by which the rate of the future exceeds the forward rate. Default: 0")


class CurveInput(Model):
    """An interest rate curve. Needs times and zeroRates, or dates and discountFactors, or curveId"""

    times: list[float] | None = Field(None, description="Years from the valuation date, strictly increasing")
    zero_rates: list[float] | None = Field(None, alias="zeroRates", description="One zero rate per time, decimal, continuously compounded; by default linear between the times and flat beyond")
    dates: list[Date] | None = Field(None, description="Strictly increasing ISO 8601 calendar dates")
    discount_factors: list[float] | None = Field(None, alias="discountFactors", description="One discount factor per date; by default its logarithm is linear between the dates and the forward rate flat beyond")
    interpolation: Literal["log_linear", "linear_zero", "monotone_convex"] | None = Field(None, description="How the curve is joined between its nodes: linear_zero (default with zeroRates), log_linear (default with discountFactors) or monotone_convex. A curve from calibrate/curve is used exactly as it was built if its nodes are given as times and zeroRates together with the interpolation that it was calibrated with")
    shift: CurveShift | None = Field(None)
    curve_id: str | None = Field(None, alias="curveId", description="Id of what is stored, in place of times, zeroRates, dates, discountFactors, interpolation")


class CurveNode(Model):
    """The curve at one of its nodes"""

    date: Date = Field(...)
    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    discount_factor: float = Field(..., alias="discountFactor")
    zero_rate: float = Field(..., alias="zeroRate", description="Continuously compounded")


class CurveNodeInput(Model):
    """A node: a date or a time, and a discount factor or a zero rate"""

    date: Date | None = Field(None)
    time: float | None = Field(None, description="Years from the valuation date, ACT/365F")
    discount_factor: float | None = Field(None, alias="discountFactor")
    zero_rate: float | None = Field(None, alias="zeroRate", description="Continuously compounded")


class CurveOis(Model):
    """Overnight index swap: a fixed leg against compounded overnight interest. Needs maturity, or tenor"""

    type: Literal["ois"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    rate: float = Field(..., description="Quoted rate, decimal")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="fixedFrequency", description="Payments per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg; that of the request by default")


class CurveRequest(Model):
    """A curve by its nodes, or by instruments that it shall reproduce. Needs nodes, or instruments"""

    name: str = Field(...)
    currency: str = Field(..., description="Three-letter currency code (ISO 4217)")
    kind: Literal["discount", "projection", "inflation"] = Field(..., description="What the curve is for. The factors of an inflation curve discount real amounts")
    index: str | None = Field(None, description="Of a projection curve: the index whose forward rates it gives. Stored markets of trades on the index take the latest such curve")
    valuation_date: Date = Field(..., alias="valuationDate", description="ISO 8601 calendar date from which its times count")
    nodes: list[CurveNodeInput] | None = Field(None, description="In order of time")
    instruments: list[Union[CurveDeposit, CurveFra, CurveFuture, CurveSwap, CurveOis, CurveBond]] | None = Field(None, description="Quoted instruments in any order; no two may end on the same day")
    interpolation: Literal["log_linear", "linear_zero", "monotone_convex"] | None = Field(None, description="By default linear_zero where every node has a zero rate, otherwise log_linear")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="dayCount", description="Of instruments: as in calibrate/curve")
    calendar: Any | None = Field(None, description="Of instruments: as in calibrate/curve")
    settlement_days: int | None = Field(None, alias="settlementDays", description="Of instruments: as in calibrate/curve")
    discount_curve_id: str | None = Field(None, alias="discountCurveId", description="Of instruments: the stored curve that discounts them; this curve then only projects forward rates")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class CurveShift(Model):
    """Added to the zero rates, whatever joins the curve between its nodes: straight lines between these times, flat beyond"""

    times: list[float] = Field(..., description="Years from the valuation date, strictly increasing")
    zero_rates: list[float] = Field(..., alias="zeroRates", description="What is added at each time")


class CurveSwap(Model):
    """Swap: a fixed leg, 30/360 unadjusted, against a floating leg. Needs maturity, or tenor"""

    type: Literal["swap"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    rate: float = Field(..., description="Quoted rate, decimal")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="fixedFrequency", description="Payments per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg; 30/360 by default")
    floating_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="floatingFrequency", description="Floating payments per year; matters only together with a discountCurve. Default: 2")


class DatedBermudanSwaption(Model):
    """The right to enter what is left of a swap on one of several dates, with its dates and conventions; physical settlement. Needs maturity, or tenor"""

    currency: str = Field(..., description="Currency, ISO 4217")
    index: str | None = Field(None, description="Index of the floating rate; by default that of the currency’s curve")
    side: Literal["payer", "receiver"] = Field(..., description="Whether the fixed rate is paid or received after exercise")
    fixed_rate: float = Field(..., alias="fixedRate", description="Fixed rate of the swap, decimal, simple; may be negative")
    exercise_dates: list[Date] = Field(..., alias="exerciseDates", description="Dates on which the holder may enter what is left of the swap: the periods that begin on the date or after it. The first of these of both legs begin on one day, before the next date")
    notional: float | None = Field(None, description="Notional: multiplies all amounts. Default: 1")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="fixedFrequency", description="Payments of the fixed leg per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg. Default: 30/360")
    floating_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="floatingFrequency", description="Payments of the floating leg per year. Default: 2")
    floating_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="floatingDayCount", description="Day count of the floating leg. Default: ACT/360")
    floating_type: Literal["term", "overnight"] | None = Field(None, alias="floatingType", description="term: a rate for the whole period, fixed before it; overnight: daily rates compounded over the period. Default: term")
    spread: float | None = Field(None, description="Added to the floating rate, not compounded. Default: 0")
    fixing_days: int | None = Field(None, alias="fixingDays", description="Business days from the fixing of a term rate to the start of its period. Default: 0")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a date that is no business day is moved. Default: modified_following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    payment_lag: int | None = Field(None, alias="paymentLag", description="Business days from the end of a period to its payment. Default: 0")


class DatedLegFixedNotionalScheduleItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    notional: float = Field(...)


class DatedLegFixedRateScheduleItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    rate: float = Field(..., description="Rate, decimal")


class DatedLegFixed(Model):
    type: Literal["fixed"] = Field(...)
    direction: Literal["receive", "pay"] = Field(..., description="Whether the leg is received or paid")
    currency: str = Field(..., description="Currency, ISO 4217")
    notional: float | None = Field(None, description="Notional: multiplies all amounts; 1 by default")
    notional_schedule: list[DatedLegFixedNotionalScheduleItem] | None = Field(None, alias="notionalSchedule", description="Notionals from dates on, the first from the start, in place of notional")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, description="Periods per year. Default: 1")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="dayCount", description="Day count of the leg. Default: ACT/360")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a date that is no business day is moved. Default: modified_following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    payment_lag: int | None = Field(None, alias="paymentLag", description="Business days from the end of a period to its payment. Default: 0")
    exchange: Literal["none", "final", "all"] | None = Field(None, description="Notionals that change hands: final, the last at the end and what it falls or rises by before; all, the first at the start too. A leg that is received is lent. Default: none")
    rate: float | None = Field(None, description="Fixed rate, decimal; may be negative")
    rate_schedule: list[DatedLegFixedRateScheduleItem] | None = Field(None, alias="rateSchedule", description="Rates from dates on, the first from the start, in place of rate")
    payment: Literal["each_period", "simple", "annual", "continuous"] | None = Field(None, description="each_period: simple interest at the end of each period; otherwise once, at the end, with interest compounded so. Default: each_period")


class DatedLegFloatingNotionalScheduleItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    notional: float = Field(...)


class DatedLegFloatingSpreadScheduleItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    spread: float = Field(..., description="Spread, decimal")


class DatedLegFloatingFixingsItem(Model):
    date: Date = Field(..., description="Fixing date")
    value: float = Field(..., description="Rate, decimal, simple")


class DatedLegFloating(Model):
    type: Literal["floating"] = Field(...)
    direction: Literal["receive", "pay"] = Field(..., description="Whether the leg is received or paid")
    currency: str = Field(..., description="Currency, ISO 4217")
    notional: float | None = Field(None, description="Notional: multiplies all amounts; 1 by default")
    notional_schedule: list[DatedLegFloatingNotionalScheduleItem] | None = Field(None, alias="notionalSchedule", description="Notionals from dates on, the first from the start, in place of notional")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, description="Periods per year. Default: 1")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="dayCount", description="Day count of the leg. Default: ACT/360")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a date that is no business day is moved. Default: modified_following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    payment_lag: int | None = Field(None, alias="paymentLag", description="Business days from the end of a period to its payment. Default: 0")
    exchange: Literal["none", "final", "all"] | None = Field(None, description="Notionals that change hands: final, the last at the end and what it falls or rises by before; all, the first at the start too. A leg that is received is lent. Default: none")
    index: str | None = Field(None, description="Index that projects it and whose fixings it has; by default the curve of its currency")
    floating_type: Literal["term", "overnight"] | None = Field(None, alias="floatingType", description="term: fixed for a period before it; overnight: daily rates compounded. Default: term")
    spread: float | None = Field(None, description="Added to the floating rate, not compounded. Default: 0")
    spread_schedule: list[DatedLegFloatingSpreadScheduleItem] | None = Field(None, alias="spreadSchedule", description="Spreads from dates on, the first from the start, in place of spread")
    fixing_days: int | None = Field(None, alias="fixingDays", description="Business days from the fixing of a term rate to the start of its period. Default: 0")
    payment: Literal["each_period", "compounded", "settled_at_start"] | None = Field(None, description="each_period: at the end of each period; compounded: once, at the end, with the interest of all periods compounded; settled_at_start: at the start of each period, discounted over it at its own rate, as a forward rate agreement is. Default: each_period")
    fixings: list[DatedLegFloatingFixingsItem] | None = Field(None, description="Known fixings, in place of those of the market")


class DatedLegs(Model):
    """Any number of legs: swaps with notionals that change, basis swaps, swaps of two currencies, floating rate notes, deposits"""

    legs: list[DatedLeg] = Field(...)


class DatedSwapFixingsItem(Model):
    date: Date = Field(..., description="Fixing date")
    value: float = Field(..., description="Rate, decimal, simple")


class DatedSwap(Model):
    """Fixed rate against a term rate or a compounded overnight rate, with its dates and conventions. Needs maturity, or tenor"""

    side: Literal["payer", "receiver"] = Field(..., description="Whether the fixed rate is paid or received")
    fixed_rate: float = Field(..., alias="fixedRate", description="Fixed rate, decimal, simple; may be negative")
    notional: float | None = Field(None, description="Notional: multiplies all amounts. Default: 1")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="fixedFrequency", description="Payments of the fixed leg per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg. Default: 30/360")
    floating_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="floatingFrequency", description="Payments of the floating leg per year. Default: 2")
    floating_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="floatingDayCount", description="Day count of the floating leg. Default: ACT/360")
    floating_type: Literal["term", "overnight"] | None = Field(None, alias="floatingType", description="term: a rate for the whole period, fixed before it; overnight: daily rates compounded over the period. Default: term")
    spread: float | None = Field(None, description="Added to the floating rate, not compounded. Default: 0")
    fixing_days: int | None = Field(None, alias="fixingDays", description="Business days from the fixing of a term rate to the start of its period. Default: 0")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a date that is no business day is moved. Default: modified_following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    payment_lag: int | None = Field(None, alias="paymentLag", description="Business days from the end of a period to its payment. Default: 0")
    fixings: list[DatedSwapFixingsItem] | None = Field(None, description="Known fixings of the floating rate: those of dates before the valuation date are needed, that of the date itself is used if given. Default: ")


class DatedSwaption(Model):
    """The right to enter a swap with its dates and conventions. Needs maturity, or tenor"""

    option_type: Literal["payer", "receiver"] = Field(..., alias="optionType", description="payer: the right to pay the fixed rate; receiver: to receive it")
    strike: float = Field(..., description="Fixed rate of the swap, decimal, simple; may be negative")
    expiry_date: Date = Field(..., alias="expiryDate", description="Exercise date, not after startDate")
    settlement: Literal["physical", "cash"] | None = Field(None, description="physical: the swap is entered, or its value at the curves is paid; cash: the par yield formula, with each fixed payment discounted at the swap rate itself. Default: physical")
    notional: float | None = Field(None, description="Notional: multiplies all amounts. Default: 1")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="fixedFrequency", description="Payments of the fixed leg per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg. Default: 30/360")
    floating_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="floatingFrequency", description="Payments of the floating leg per year. Default: 2")
    floating_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="floatingDayCount", description="Day count of the floating leg. Default: ACT/360")
    floating_type: Literal["term", "overnight"] | None = Field(None, alias="floatingType", description="term: a rate for the whole period, fixed before it; overnight: daily rates compounded over the period. Default: term")
    spread: float | None = Field(None, description="Added to the floating rate, not compounded. Default: 0")
    fixing_days: int | None = Field(None, alias="fixingDays", description="Business days from the fixing of a term rate to the start of its period. Default: 0")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a date that is no business day is moved. Default: modified_following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    payment_lag: int | None = Field(None, alias="paymentLag", description="Business days from the end of a period to its payment. Default: 0")


class DatedTrade(Model):
    """A trade that states its dates, with the fields of an InstrumentPosition of its type: startDate (by default the trade date) and maturity or tenor; near and far of an fx_swap; exerciseDates of a bermudan_swaption; deliveryDate of an fx_forward, expiry of an option or equity_forward. Its currency is stated"""

    type: Literal["interest_rate_swap", "basis_swap", "zero_coupon_swap", "swaption", "bermudan_swaption", "cross_currency_swap", "fx_forward", "fx_swap", "fx_option", "equity_forward", "equity_option", "cap", "floor", "fixed_rate_bond", "floating_rate_bond", "deposit", "fra", "zero_coupon_bond"] = Field(...)
    quantity: float | None = Field(None, description="Number held; negative if sold. It multiplies the price of one. Default: 1")


class DecidedApproval(Model):
    """What was decided, by whom and when"""

    decision: Literal["approve", "reject"] = Field(...)
    comment: str = Field(..., description="Why it was decided so")
    by: str = Field(..., description="Id of the key or user")
    at: str = Field(...)


class DeltaConvention(Model):
    """How quotes by delta are meant"""

    spot_delta_until: float | None = Field(None, alias="spotDeltaUntil", description="Years up to which deltas are in spot; beyond, they are in forwards. Default: 1.02")
    premium_adjusted: bool | None = Field(None, alias="premiumAdjusted", description="Whether deltas are less the premium, which is then paid in the first currency of the pair, as for USDJPY; a call’s strike is the higher of two. Default: false")
    atm: Literal["delta_neutral", "forward"] | None = Field(None, description="At the money: where the straddle has no delta, or at the forward. Default: delta_neutral")
    butterfly: Literal["smile", "market"] | None = Field(None, description="smile: the mean volatility of the call and the put less atm. market: at atm plus butterfly, the call and the put that have the delta at that volatility are together worth what the smile makes them. Default: smile")


class DeltaQuote(Model):
    """The smile of one expiry as markets of exchange rates quote it; without a risk reversal and butterfly it is flat"""

    expiry: Date | None = Field(None, description="ISO 8601 calendar date, in place of time")
    time: float | None = Field(None, description="Years from the valuation date, ACT/365F")
    atm: float = Field(..., description="Volatility at the money")
    risk_reversal25: float | None = Field(None, alias="riskReversal25", description="Volatility of the call less that of the put, each of a delta of 25 %")
    butterfly25: float | None = Field(None, description="Volatility of the strangle of a delta of 25 %, over atm")
    risk_reversal10: float | None = Field(None, alias="riskReversal10", description="Volatility of the call less that of the put, each of a delta of 10 %")
    butterfly10: float | None = Field(None, description="Volatility of the strangle of a delta of 10 %, over atm")


class DigitalCall(Model):
    """Pays the payout if S > strike at expiry"""

    type: Literal["digital_call"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    payout: float | None = Field(None, description="Amount paid; 1 by default")


class DigitalOption(Model):
    """Pays a fixed amount, or shares, if the spot ends above (put: below) the strike"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="put pays below the strike; call, the default, above it. Default: call")
    pays: Literal["cash", "asset"] = Field(..., description="Whether the payment is an amount of cash or of shares")
    payout: float | None = Field(None, description="Amount of cash, or number of shares, that is paid. Default: 1")


class DigitalPut(Model):
    """Pays the payout if S < strike at expiry"""

    type: Literal["digital_put"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    payout: float | None = Field(None, description="Amount paid; 1 by default")


class DividendInput(Model):
    """A dividend on a date, in cash or as a proportion of the price"""

    date: Date | None = Field(None, description="Ex-date, in place of time")
    time: float | None = Field(None, description="Ex-date as years from the valuation date")
    amount: float | None = Field(None, description="Cash per share, price units: the spot falls by it on the ex-date")
    proportion: float | None = Field(None, description="Part of the price before it, in place of amount: 0.02 takes 2 % off the spot")


class DividendMarket(Model):
    """Spot, rate or curve, dividend yield and dividends on dates, and a volatility: a number, by time, or a surface. Needs rate, or curve"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    dividends: list[DividendInput] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    volatility_term_structure: VolatilityTermStructure | None = Field(None, alias="volatilityTermStructure")
    volatility_surface: VolatilitySurface | None = Field(None, alias="volatilitySurface", description="Implied volatilities by strike and expiry, in place of volatility: read at the strike and the expiry of the option, and then a constant. Beside dividends in cash it is the volatility of the forward. An American option follows the local volatility of the surface")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class Draft(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    market: dict[str, Any] | None = Field(None, description="The market in which the draft is priced by default, as contract/price takes it. Names of stored data in it stay names")
    notes: str | None = Field(None)
    contract: dict[str, Any] = Field(..., description="As ContractSpec")


class DraftFields(Model):
    """A contract that is being designed, with the market to look at it in"""

    name: str = Field(...)
    market: dict[str, Any] | None = Field(None, description="The market in which the draft is priced by default, as contract/price takes it. Names of stored data in it stay names")
    notes: str | None = Field(None)
    contract: ContractSpec = Field(...)


class DraftPayoffRequest(Model):
    market: Union[MarketInput, dict[str, Any]] | None = Field(None, description="In place of the market of the draft, as contract/price takes it")
    pricer: dict[str, Any] | None = Field(None, description="Monte Carlo settings")
    underlying: str | None = Field(None, description="The asset that moves; by default all move in proportion")
    from_: float | None = Field(None, alias="from", description="Lowest spot; by default half the spot of the market, or below every level")
    to: float | None = Field(None, description="Highest spot")
    points: int | None = Field(None, description="Default: 21")


class DraftPayoffResponsePointsItem(Model):
    spot: float = Field(...)
    payoff: float = Field(...)
    value: float = Field(...)
    standard_error: float = Field(..., alias="standardError")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")


class DraftPayoffResponse(Model):
    underlying: str | None = Field(None, description="The asset of which `spot` is")
    points: list[DraftPayoffResponsePointsItem] = Field(...)


class DraftPricingRequest(Model):
    market: Union[MarketInput, dict[str, Any]] | None = Field(None, description="In place of the market of the draft, as contract/price takes it")
    pricer: dict[str, Any] | None = Field(None, description="Monte Carlo settings")


class DraftScenariosRequest(Model):
    spot_shocks: list[float] = Field(..., alias="spotShocks")
    volatility_shocks: list[float] = Field(..., alias="volatilityShocks")
    market: Union[MarketInput, dict[str, Any]] | None = Field(None, description="In place of the market of the draft, as contract/price takes it")
    pricer: dict[str, Any] | None = Field(None, description="Monte Carlo settings")


class DraftScenariosResponseResultsItem(Model):
    spot_shock: float = Field(..., alias="spotShock")
    volatility_shock: float = Field(..., alias="volatilityShock")
    price: float = Field(...)
    pnl: float = Field(..., description="price − basePrice")
    standard_error: float = Field(..., alias="standardError")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")


class DraftScenariosResponse(Model):
    base_price: float = Field(..., alias="basePrice")
    standard_error: float = Field(..., alias="standardError")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")
    results: list[DraftScenariosResponseResultsItem] = Field(...)


class DupireParams(Model):
    """Parameters of equity_local_vol_dupire. Needs strikes and expiries and volatilities, or surfaceId"""

    strikes: list[float] | None = Field(None, description="Strikes of the quotes, price units, strictly increasing")
    expiries: list[float] | None = Field(None, description="Expiries of the quotes, years, strictly increasing")
    volatilities: list[list[float]] | None = Field(None, description="Implied volatilities, one row per expiry and one entry per strike; they must be free of arbitrage")
    time_steps: int = Field(..., alias="timeSteps", description="Time steps of the finite differences; with 200 the error is about 1e-5 of the spot")
    spot_steps: int = Field(..., alias="spotSteps", description="Spot steps of the finite differences; timeSteps × spotSteps is at most 500000")
    surface_id: str | None = Field(None, alias="surfaceId", description="Id of what is stored, in place of strikes, expiries, volatilities")


class EnginePriceRequest(Model):
    """A pricer by its id, and what it prices"""

    pricer_id: str = Field(..., alias="pricerId", description="Id of the pricer; listPricers lists them all")
    instrument: Union[EuropeanOption, StrictEuropeanOption, ExercisableOption, StrictExercisableOption, BondOption, Swaption, YearOnYearInflation, ContractSpec, CreditDefaultSwap, ConvertibleBond, Trade, DatedSwap, DatedLegs, CapFloor, DatedSwaption, DatedBermudanSwaption, FixedRateBond, FxForwardTerms, BarrierOption, DigitalOption, GeometricAsianOption, LookbackOption, ChooserOption, ExchangeOption, SpreadOption, RainbowOption, NormalOption, StrictNormalOption] = Field(..., description="Instrument, in the form that the pricer takes")
    market: Union[EquityMarket, EquityMarketWithDividends, SignedEquityMarket, BlackScholesMarket, RatesMarket, InflationMarket, MarketInput, CreditMarket, ConvertibleMarket, FlatBlackScholesMarket, TwoAssetMarket, DividendMarket, ForwardMarket, NormalForwardMarket, CrossAssetMarket, MultiCurveMarket, LegsMarket, SwaptionMarket, CapMarket, BondMarket, FxForwardMarket] = Field(..., description="Market, in the form that the pricer takes")
    params: Union[BinomialParams, HestonFftParams, DupireParams, RoughBergomiParams, RoughHestonParams, SabrHaganParams, HullWhiteAnalyticParams, Lg2fParams, JarrowYildirimParams] | None = Field(None, description="Parameters of the model, in the form that the pricer takes; a pricer without parameters refuses any")
    pricer: PricerSettings | None = Field(None, description="Monte Carlo settings; closed forms, trees and transforms ignore them")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class EnginePriceResponseFallbacksItem(Model):
    from_: Literal["webgpu", "webasm", "cpu"] = Field(..., alias="from", description="Backend that failed")
    to: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend that was used instead")
    reason: str = Field(..., description="Error message of the backend that failed")


class EnginePriceResponseRepricingItem(Model):
    asset: str | None = Field(None, description="Name of the asset, where the market names it")
    quotes: int = Field(..., description="Number of quotes of the surface")
    max_volatility_error: float = Field(..., alias="maxVolatilityError", description="Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count")
    expiry: float = Field(..., description="Expiry of the quote with that error, years")
    strike: float = Field(..., description="Strike of the quote with that error")
    max_price_error: float = Field(..., alias="maxPriceError", description="Largest error of an undiscounted price over the quotes, price units")


class EnginePriceResponseCorrelationRepairCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset, or pair of an exchange rate")
    asset2: str = Field(..., description="Name of the other")
    correlation: float = Field(..., description="Of the nearest matrix")


class EnginePriceResponseCorrelationRepair(Model):
    """The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none"""

    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Smallest eigenvalue of the stated matrix, below 0")
    distance: float = Field(..., description="Frobenius norm of the difference between the stated and the used matrix")
    correlations: list[EnginePriceResponseCorrelationRepairCorrelationsItem] = Field(..., description="The correlations that were used, one per pair")


class EnginePriceResponse(Model):
    """The price and what the method adds to it"""

    price: float = Field(..., description="Present value, price units")
    standard_error: float | None = Field(None, alias="standardError", description="Standard error of the price, price units")
    num_paths: int | None = Field(None, alias="numPaths", description="Number of paths simulated")
    num_steps: int | None = Field(None, alias="numSteps", description="Number of time steps per path")
    seed: int | None = Field(None, description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] | None = Field(None, description="Backend on which the paths were simulated")
    fallbacks: list[EnginePriceResponseFallbacksItem] | None = Field(None, description="Backends that failed during the simulation, and why; empty if none did")
    variance_reduction: Literal["none", "conditional_expectation", "control_variate"] | None = Field(None, alias="varianceReduction", description="Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)")
    repricing: list[EnginePriceResponseRepricingItem] | None = Field(None, description="How well a local volatility reprices the quotes of its surface; absent where no asset has one")
    lifecycle: list[LifecycleEvent] | None = Field(None, description="What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has")
    correlation_repair: EnginePriceResponseCorrelationRepair | None = Field(None, alias="correlationRepair", description="The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that a grid or an extrapolation leaves in the price, price units")
    implied_volatility: float | None = Field(None, alias="impliedVolatility", description="Implied volatility of the price as that of an option on the forward, decimal")
    forward_rate: float | None = Field(None, alias="forwardRate", description="Forward rate: of a price index year on year, convexity included; of an exchange of currencies, that of the delivery date")
    transform_price: float | None = Field(None, alias="transformPrice", description="For a simulated price: the price from the characteristic function of the same model, as a check")
    par_spread: float | None = Field(None, alias="parSpread", description="Coupon at which a swap is worth nothing, decimal")
    par_rate: float | None = Field(None, alias="parRate", description="Fixed rate at which the swap is worth nothing, decimal")
    annuity: float | None = Field(None, description="Value of a fixed rate of 1.00 over the remaining fixed periods")
    fixed_leg_price: float | None = Field(None, alias="fixedLegPrice", description="Present value of the fixed payments, without sign")
    floating_leg_price: float | None = Field(None, alias="floatingLegPrice", description="Present value of the floating payments, without sign")
    delta: float | None = Field(None, description="Derivative per 1.00 of what the option is on: the forward rate, or the spot")
    gamma: float | None = Field(None, description="Second derivative by the forward rate")
    vega: float | None = Field(None, description="Derivative per 1.00 of volatility")
    rho: float | None = Field(None, description="Derivative per 1.00 of all zero rates of both curves in parallel; of an exchange of currencies, of the quote currency’s")
    discount_rho: float | None = Field(None, alias="discountRho", description="Derivative per 1.00 of the zero rates that discount")
    projection_rho: float | None = Field(None, alias="projectionRho", description="Derivative per 1.00 of the zero rates that project")
    foreign_rho: float | None = Field(None, alias="foreignRho", description="Derivative per 1.00 of the zero rates of the base currency")
    clean_price: float | None = Field(None, alias="cleanPrice", description="Price at settlement per 100 of face value, without accrued interest: the quote, or that of the curve")
    dirty_price: float | None = Field(None, alias="dirtyPrice", description="Price at settlement per 100 of face value, with accrued interest")
    accrued_interest: float | None = Field(None, alias="accruedInterest", description="Interest accrued at settlement per 100 of face value")
    yield_to_maturity: float | None = Field(None, alias="yieldToMaturity", description="Yield of the dirty price, compounded as often as coupons are paid, decimal")
    modified_duration: float | None = Field(None, alias="modifiedDuration", description="Relative fall of the dirty price per 1.00 of yield, years")
    macaulay_duration: float | None = Field(None, alias="macaulayDuration", description="Average time of the payments, weighted by their value at the yield, years")
    convexity: float | None = Field(None, description="Relative second derivative of the dirty price by the yield, years squared")
    z_spread: float | None = Field(None, alias="zSpread", description="Spread over the zero rates of the curve, continuously compounded, at which the payments are worth the dirty price")
    cashflows: list[RatesCashflow] | None = Field(None)
    caplets: list[Caplet] | None = Field(None)


class EquityForward(Model):
    """quantity · (S − strike) at maturity: bought forward where the quantity is positive"""

    type: Literal["equity_forward"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    underlying: str = Field(..., description="Name of an asset of the market")
    quantity: float = Field(..., description="Shares per trade; negative if sold")
    strike: float = Field(..., description="Strike, in the currency of the asset")
    maturity: float = Field(..., description="Years to the last payment")


class EquityMarket(Model):
    """Spot, rate or curve, and dividend yield; the model determines the volatility. Needs rate, or curve"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class EquityMarketWithDividends(Model):
    """Spot, rate or curve, dividend yield and dividends on dates; the model determines the volatility. Needs rate, or curve"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    dividends: list[DividendInput] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class EquityOption(Model):
    """European option on a share"""

    type: Literal["equity_option"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    underlying: str = Field(..., description="Name of an asset of the market")
    quantity: float = Field(..., description="Shares per trade; negative if sold")
    strike: float = Field(..., description="Strike, in the currency of the asset")
    maturity: float = Field(..., description="Years to the last payment")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")


class EuropeanOption(Model):
    """The right to buy (call) or sell (put) at the strike, at expiry"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")


class EvaluateCreditCurveRequest(Model):
    """Needs dates, or times"""

    dates: list[Date] | None = Field(None, description="On or after the valuation date of what is stored")
    times: list[float] | None = Field(None, description="Years from the valuation date of what is stored, ACT/365F")


class EvaluateCurveRequest(Model):
    """Needs dates, or times"""

    dates: list[Date] | None = Field(None, description="On or after the valuation date of what is stored")
    times: list[float] | None = Field(None, description="Years from the valuation date of what is stored, ACT/365F")
    forward_tenor: str | None = Field(None, alias="forwardTenor", description="Length, such as 3M, over which forwardRate is the average forward rate; by default it is the instantaneous one")


class EvaluateSurfaceRequest(Model):
    points: list[SurfacePoint] = Field(...)


class EvaluatedCreditCurvePointsItem(Model):
    date: Date = Field(..., description="Of a time, the nearest calendar date")
    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    survival_probability: float = Field(..., alias="survivalProbability")
    default_probability: float = Field(..., alias="defaultProbability", description="1 − survivalProbability, without the rounding of that difference")
    hazard_rate: float = Field(..., alias="hazardRate", description="Default intensity, per year; at a node, that before it")


class EvaluatedCreditCurve(Model):
    points: list[EvaluatedCreditCurvePointsItem] = Field(..., description="One per date or time, in order")


class EvaluatedCurvePointsItem(Model):
    date: Date = Field(..., description="Of a time, the nearest calendar date")
    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    discount_factor: float = Field(..., alias="discountFactor")
    zero_rate: float = Field(..., alias="zeroRate", description="Continuously compounded")
    forward_rate: float = Field(..., alias="forwardRate", description="Continuously compounded: instantaneous, or the average over forwardTenor")


class EvaluatedCurve(Model):
    points: list[EvaluatedCurvePointsItem] = Field(..., description="One per date or time, in order")


class EvaluatedSurfacePointsItem(Model):
    strike: float = Field(...)
    expiry: Date = Field(..., description="Of a time, the nearest calendar date")
    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    implied_volatility: float = Field(..., alias="impliedVolatility")
    local_volatility: float = Field(..., alias="localVolatility", description="Where the spot is at the strike at that time")
    total_variance: float = Field(..., alias="totalVariance", description="impliedVolatility² · time")


class EvaluatedSurface(Model):
    points: list[EvaluatedSurfacePointsItem] = Field(..., description="One per point of the request, in order")
    arbitrage: ArbitrageReport = Field(...)


class ExchangeOption(Model):
    """The right to receive asset1 and deliver asset2, at expiry"""

    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")


class ExchangeRateSmiles(Model):
    """Volatilities of the options on an exchange rate, lognormal, of its forward, by expiry and by delta or strike. Deltas are of the first currency of the pair, whose rate discounts those in spot. Total variance is linear between expiries at the same ln(K/F), and volatilities beyond the last stay"""

    expiries: list[ExchangeRateSmile] = Field(..., description="In order")
    delta_convention: DeltaConvention | None = Field(None, alias="deltaConvention")


class ExercisableOption(Model):
    """The right to buy (call) or sell (put) at the strike, at expiry or at any time up to it"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    exercise_style: Literal["european", "american"] | None = Field(None, alias="exerciseStyle", description="european: exercise at expiry only; american: at any time up to expiry. Default: european")


class ExpectedShortfallRequestHistoricalMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class ExpectedShortfallRequestHistorical(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 1")
    age_decay: float | None = Field(None, alias="ageDecay", description="Weight of a scenario per day of age (Boudoukh, Richardson and Whitelaw 1998); by default all weigh the same")
    volatility_decay: float | None = Field(None, alias="volatilityDecay", description="Decay of the variance by which returns are scaled to today’s volatility (Hull and White 1998); by default they stay as they were")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    with_standard_errors: bool | None = Field(None, alias="withStandardErrors", description="Whether the figures come with their standard errors as estimates from a sample: scenarios count as independent, by age as 1/Σw², overlapping runs of days as so many fewer. By default they do not")
    returns: dict[str, list[float]] | None = Field(None, description="Daily moves, oldest first, all of one length. Of an option book: relative, by underlying. In a market: by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money); factors without an entry stay. A projection curve that is not named keeps its spread to the curve of its currency")
    dates: list[Date] | None = Field(None, description="In a market: the date on which each move ended")
    moves: ExpectedShortfallRequestHistoricalMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    with_scenarios: bool | None = Field(None, alias="withScenarios", description="In a market: whether the profit and loss of every scenario is answered")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    history: QuotedHistory | None = Field(None)
    method: Literal["historical"] = Field(...)
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class ExpectedShortfallRequestMonteCarloCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Within [-1, 1]")


class ExpectedShortfallRequestMonteCarloMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class ExpectedShortfallRequestMonteCarlo(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 10")
    correlations: list[ExpectedShortfallRequestMonteCarloCorrelationsItem] | None = Field(None, description="One entry for each pair of underlyings; without any, they are taken as uncorrelated and the result warns")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    pricer: RiskSimulationSettings | None = Field(None)
    with_standard_errors: bool | None = Field(None, alias="withStandardErrors", description="Whether each component comes with the standard errors of its figures; those of the whole book are given in any case. By default it does not")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    moves: ExpectedShortfallRequestMonteCarloMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    volatilities: dict[str, float] | None = Field(None, description="Annual standard deviation of the moves. Of an option book by underlying, by default that of its positions, which must then agree; in a market by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money), and factors without one stay. A projection curve that is not named keeps its spread to the curve of its currency")
    method: Literal["monte_carlo"] = Field(...)
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class ExpectedShortfallRequestParametricCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Within [-1, 1]")


class ExpectedShortfallRequestParametricMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class ExpectedShortfallRequestParametric(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 10")
    correlations: list[ExpectedShortfallRequestParametricCorrelationsItem] | None = Field(None, description="One entry for each pair of underlyings; without any, they are taken as uncorrelated and the result warns")
    volatilities: dict[str, float] | None = Field(None, description="Annual standard deviation of the moves. Of an option book by underlying, by default that of its positions, which must then agree; in a market by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money), and factors without one stay. A projection curve that is not named keeps its spread to the curve of its currency")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    moves: ExpectedShortfallRequestParametricMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    method: Literal["parametric"] = Field(...)
    expansion: Literal["delta_normal", "delta_gamma"] | None = Field(None, description="Default: delta_normal")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class ExpectedShortfallResponseStandardErrors(Model):
    """Standard errors of both figures, where they are simulated or withStandardErrors asks for them"""

    value_at_risk: float = Field(..., alias="valueAtRisk")
    expected_shortfall: float = Field(..., alias="expectedShortfall")


class ExpectedShortfallResponseComponentsItemStandardErrors(Model):
    """With withStandardErrors"""

    contribution: float = Field(...)
    incremental: float | None = Field(None)


class ExpectedShortfallResponseComponentsItem(Model):
    underlying: str = Field(...)
    contribution: float = Field(..., description="Euler contribution to the figure; contributions add up to it")
    marginal: float | None = Field(None, description="Change of the figure per unit of market value added to the underlying’s positions; absent where they are worth 0 or next to nothing")
    incremental: float | None = Field(None, description="With incremental: the figure less that of the book without the underlying’s positions")
    standard_errors: ExpectedShortfallResponseComponentsItemStandardErrors | None = Field(None, alias="standardErrors", description="With withStandardErrors")


class ExpectedShortfallResponse(Model):
    expected_shortfall: float = Field(..., alias="expectedShortfall", description="Mean loss beyond the value at risk")
    value_at_risk: float = Field(..., alias="valueAtRisk", description="A loss is positive")
    standard_error: float | None = Field(None, alias="standardError", description="Standard error of the expected shortfall, where it is simulated or withStandardErrors asks for it")
    standard_errors: ExpectedShortfallResponseStandardErrors | None = Field(None, alias="standardErrors", description="Standard errors of both figures, where they are simulated or withStandardErrors asks for them")
    num_paths: int | None = Field(None, alias="numPaths")
    seed: int | None = Field(None)
    backend: Literal["double"] | None = Field(None, description="The arithmetic that simulated: double precision on the processor")
    components: list[ExpectedShortfallResponseComponentsItem] = Field(...)


class ExplainMarketAssetsValue(Model):
    spot: float = Field(..., description="Spot, price units")
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    dividends: list[TimedDividend] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")


class ExplainMarket(Model):
    """A market between two of which profit and loss is explained"""

    assets: dict[str, ExplainMarketAssetsValue] = Field(..., description="Every underlying of the positions")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; both markets have one, or neither and no time passes")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ExplainRequestPositionsItem(Model):
    id: str | None = Field(None, description="The caller’s own name of the position, returned with its result")
    underlying: str | None = Field(None, description="Name of an asset of the market. Default: underlying")
    quantity: float = Field(..., description="Options held; negative for a short position")
    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    volatility: float | None = Field(None, description="The option’s own at the start, which then moves with its underlying’s")


class ExplainRequest(Model):
    """Positions, with their time to expiry from the start, and two markets. Needs positions, or portfolioId"""

    positions: list[ExplainRequestPositionsItem] | None = Field(None)
    market_start: ExplainMarket = Field(..., alias="marketStart")
    market_end: ExplainMarket = Field(..., alias="marketEnd")
    cross_terms: bool | None = Field(None, alias="crossTerms", description="Whether the cross effect is divided over pairs of factors, each pair moved together; by default it is not")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ExplainResponseByGreek(Model):
    delta: float = Field(...)
    gamma: float = Field(...)
    vega: float = Field(...)
    volga: float = Field(...)
    vanna: float = Field(...)
    theta: float = Field(...)
    rho: float = Field(...)
    dividend_rho: float = Field(..., alias="dividendRho")


class ExplainResponseByFactor(Model):
    """Each factor moved alone, by full revaluation"""

    spot: float = Field(...)
    volatility: float = Field(...)
    rate: float = Field(...)
    dividend: float = Field(...)
    time: float = Field(...)


class ExplainResponseCrossTermsItem(Model):
    factors: tuple[Literal["spot", "volatility", "rate", "dividend", "time"], Literal["spot", "volatility", "rate", "dividend", "time"]] = Field(...)
    value: float = Field(...)


class ExplainResponse(Model):
    total: float = Field(..., description="Value at the end less value at the start")
    by_greek: ExplainResponseByGreek = Field(..., alias="byGreek")
    unexplained: float = Field(..., description="Total less the sum over Greeks")
    by_factor: ExplainResponseByFactor = Field(..., alias="byFactor", description="Each factor moved alone, by full revaluation")
    cross: float = Field(..., description="Total less the sum over factors")
    cross_terms: list[ExplainResponseCrossTermsItem] | None = Field(None, alias="crossTerms", description="With crossTerms: of each pair of factors, what both moved together give less what each gives alone")
    higher_order: float | None = Field(None, alias="higherOrder", description="With crossTerms: cross less the sum over pairs, what three factors or more give only together")


class ExposureLimitFields(Model):
    """A limit of the exposure to one counterparty"""

    measure: Literal["pfe95", "pfe99", "ee"] = Field(..., description="What is limited: the 95 % or 99 % quantile of the exposure (potential future exposure), or its expectation")
    currency: str = Field(..., description="Currency of the amount, ISO 4217")
    amount: float = Field(..., description="The most that the measure may be at any time")
    horizon_years: float | None = Field(None, alias="horizonYears", description="Years within which the measure is limited; by default until the last payment")
    correlation_id: str | None = Field(None, alias="correlationId", description="A stored correlation matrix of the shares (ACME), short rates (USD) and exchange rates with the currency of the limit (EURUSD or USDEUR) in which the exposure is simulated; by default, and for pairs that it lacks, uncorrelated")
    expires_at: str | None = Field(None, alias="expiresAt", description="From then on the limit is not in force")


class ExposureRequest(Model):
    """A netting set whose exposure is simulated, or several. Needs trades, or nettingSets, or nettingSetId"""

    trades: list[SimulatedTrade] | None = Field(None)
    netting_sets: list[SimulatedNettingSet] | None = Field(None, alias="nettingSets", description="In place of trades and collateral: netting sets with one counterparty that are not netted with each other. The result is of their sum on each path: its expectation is the sum of theirs, its quantiles are not")
    pfe_levels: list[float] | None = Field(None, alias="pfeLevels", description="Levels of further quantiles of the exposure, increasing; those at 95 and 99 % are given in any case")
    market: CrossAssetMarket | None = Field(None)
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of every amount of the result; by default that of the first curve")
    exposure_times: list[float] | None = Field(None, alias="exposureTimes", description="Ends of the buckets, years; by default months up to the last maturity, at most 120 equal buckets, and at least eight to the first maturity")
    collateral: CollateralAgreement | None = Field(None)
    pricer: ExposureSimulationSettings | None = Field(None)
    netting_set_id: str | None = Field(None, alias="nettingSetId", description="A stored netting set: its living trades, its collateral agreement and the credit curve of its counterparty are taken. Its currency is the default of reportingCurrency, and market may be left out: the stored market is taken, as a limit’s utilisation takes it")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market that the request leaves out")
    correlation_id: str | None = Field(None, alias="correlationId", description="A stored correlation matrix, for the market that a request with nettingSetId leaves out: of shares (ACME), short rates (USD) and exchange rates with the reporting currency (EURUSD or USDEUR). Pairs that it lacks are uncorrelated, and the result warns")


class ExposureResponseExposureItemPfeItem(Model):
    level: float = Field(...)
    value: float = Field(..., description="Quantile of the exposure at this level")
    standard_error: float = Field(..., alias="standardError")


class ExposureResponseExposureItemStandardErrors(Model):
    """Absent where the profile was given"""

    ee: float = Field(...)
    nee: float = Field(...)
    ee_before: float | None = Field(None, alias="eeBefore")
    nee_before: float | None = Field(None, alias="neeBefore")
    pfe95: float = Field(...)
    pfe99: float = Field(...)


class ExposureResponseExposureItem(Model):
    time: float = Field(..., description="Years: the end of a bucket, or 0 where today was given")
    ee: float = Field(..., description="Expected exposure E[max(V/B, 0)]/P(0, t), after the payments of the date")
    nee: float = Field(..., description="Expected negative exposure, positive")
    ee_before: float | None = Field(None, alias="eeBefore", description="ee just before the payments of the date; absent with the integration end")
    nee_before: float | None = Field(None, alias="neeBefore", description="nee just before them")
    pfe95: float | None = Field(None, description="95 % quantile of the exposure")
    pfe99: float | None = Field(None, description="99 % quantile of the exposure")
    pfe: list[ExposureResponseExposureItemPfeItem] | None = Field(None, description="With pfeLevels, in their order")
    standard_errors: ExposureResponseExposureItemStandardErrors | None = Field(None, alias="standardErrors", description="Absent where the profile was given")


class ExposureResponseStandardErrors(Model):
    """Of both averages"""

    epe: float = Field(...)
    eepe: float = Field(...)


class ExposureResponse(Model):
    """Exposure profile of a netting set"""

    exposure: list[ExposureResponseExposureItem] = Field(...)
    epe: float = Field(..., description="Average expected exposure over the first year, or to the last date where that is sooner")
    eepe: float = Field(..., description="The same of the running maximum of expected exposure, which starts at the exposure today")
    standard_errors: ExposureResponseStandardErrors = Field(..., alias="standardErrors", description="Of both averages")
    value: float = Field(..., description="Risk-free value today")
    reporting_currency: str = Field(..., alias="reportingCurrency")
    num_paths: int | None = Field(None, alias="numPaths", description="Paths simulated; absent where the profile was given")
    seed: int | None = Field(None)
    backend: Literal["double"] | None = Field(None, description="The arithmetic that simulated: double precision on the processor")


class ExposureSimulationSettings(Model):
    """Settings of the simulation of a netting set. Default: {}"""

    num_paths: int | None = Field(None, alias="numPaths", description="Paths. By default an eighth of the paths of prices, because each revalues every trade at every exposure date. Default: 8192")
    seed: int | None = Field(None, description="The same seed repeats the same figures. Default: 42")


class FailedItemErrorDetailsItem(Model):
    pointer: str = Field(..., description="JSON pointer of the field in the request")
    reason: str = Field(..., description="What is wrong with it")


class FailedItemError(Model):
    code: str = Field(..., description="Stable error code")
    message: str = Field(..., description="Explanation for people; may change")
    details: list[FailedItemErrorDetailsItem] | None = Field(None, description="The faults of single fields")


class FailedItem(Model):
    """Why an item of a list has no result"""

    index: int = Field(..., description="Place in the list, from 0")
    id: str | None = Field(None, description="That the item states")
    error: FailedItemError = Field(...)


class FixedInitialMargin(Model):
    """Posted by both parties and segregated. Its funding at the borrow spread is mva"""

    amount: float = Field(..., description="What each party posts at every time, in the reporting currency")


class FixedRateBond(Model):
    """Bullet bond with fixed coupons. Needs maturity, or tenor"""

    coupon_rate: float = Field(..., alias="couponRate", description="Coupon, decimal per year")
    coupon_frequency: Literal[1, 2, 3, 4, 6, 12] | None = Field(None, alias="couponFrequency", description="Coupons per year. Default: 1")
    day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252", "ACT/ACT ICMA"] | None = Field(None, alias="dayCount", description="Day count of coupons, accrued interest and the time of the yield. Default: ACT/ACT ICMA")
    face_value: float | None = Field(None, alias="faceValue", description="Face value held: multiplies price. Default: 100")
    redemption: float | None = Field(None, description="Paid at maturity per 100 of face value. Default: 100")
    start_date: Date = Field(..., alias="startDate", description="Start of the first period; before the valuation date for a trade that lives")
    maturity: Date | None = Field(None, description="End of the last period, before it is moved to a business day")
    tenor: str | None = Field(None, description="Length from startDate, such as 3M or 10Y, in place of maturity")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")
    business_day_convention: Literal["unadjusted", "following", "modified_following", "preceding", "modified_preceding"] | None = Field(None, alias="businessDayConvention", description="How a payment on a day that is no business day is moved; coupons accrue to the date itself. Default: following")
    stub: Literal["short_front", "long_front", "short_back", "long_back"] | None = Field(None, description="Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour. Default: short_front")
    end_of_month: bool | None = Field(None, alias="endOfMonth", description="Whether periods counted from the last business day of a month end on the last days of months. Default: false")
    settlement_days: int | None = Field(None, alias="settlementDays", description="Business days from the valuation date to the settlement of a purchase. Default: 0")


class FlatBlackScholesMarket(Model):
    """Spot, a rate that is constant in time, dividend yield and volatility"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class Forward(Model):
    """Pays S - strike at expiry"""

    type: Literal["forward"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class ForwardMarket(Model):
    """Forward or futures price, rate or curve, and volatility. Needs rate, or curve"""

    forward: float = Field(..., description="Forward or futures price, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class FrozenData(Model):
    """Stored data by value: what identifies them, and their fields"""

    id: str = Field(...)
    version: int = Field(...)
    content_hash: str = Field(..., alias="contentHash", description="Hash of its own fields")
    as_of: str = Field(..., alias="asOf", description="Date of its values")


class FxForward(Model):
    """One amount bought for another at maturity"""

    type: Literal["fx_forward"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    buy_currency: str = Field(..., alias="buyCurrency", description="Currency, ISO 4217")
    buy_amount: float = Field(..., alias="buyAmount", description="Amount of the bought currency")
    sell_currency: str = Field(..., alias="sellCurrency", description="Currency, ISO 4217")
    sell_amount: float = Field(..., alias="sellAmount", description="Amount of the sold currency")
    maturity: float = Field(..., description="Years to the last payment")


class FxForwardMarket(Model):
    """Exchange rate, the rate or curve of the quote currency, and that of the base currency. Needs rate, or curve. Needs foreignRate, or foreignCurve"""

    spot: float = Field(..., description="Units of the quote currency for one unit of the base currency, for delivery after spotDays")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    foreign_rate: float | None = Field(None, alias="foreignRate", description="Interest rate, decimal, continuously compounded")
    foreign_curve: CurveInput | None = Field(None, alias="foreignCurve")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class FxForwardTerms(Model):
    """Purchase or sale of the base currency against the quote currency at a later date"""

    side: Literal["buy", "sell"] = Field(..., description="Whether the base currency is bought or sold")
    notional: float | None = Field(None, description="Amount of the base currency. Default: 1")
    strike: float = Field(..., description="Agreed rate: units of the quote currency for one unit of the base currency")
    maturity: Date = Field(..., description="Delivery date, not before that of the spot")
    spot_days: int | None = Field(None, alias="spotDays", description="Business days from the valuation date to the delivery of the spot. Default: 0")
    calendar: Any | None = Field(None, description="Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one. Default: none")


class FxOption(Model):
    """European option on an exchange of currencies at maturity"""

    type: Literal["fx_option"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    buy_currency: str = Field(..., alias="buyCurrency", description="Currency, ISO 4217")
    buy_amount: float = Field(..., alias="buyAmount", description="Amount of the bought currency")
    sell_currency: str = Field(..., alias="sellCurrency", description="Currency, ISO 4217")
    sell_amount: float = Field(..., alias="sellAmount", description="Amount of the sold currency")
    maturity: float = Field(..., description="Years to the last payment")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="call: the right to buy the bought amount for the sold amount; put: the right to the opposite exchange. Default: call")
    quantity: float | None = Field(None, description="Options held; negative for options sold. Default: 1")


class GeometricAsianOption(Model):
    """A European option on the geometric average of the spot. Needs observationTimes, or monitoring"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")
    observation_times: list[float] | None = Field(None, alias="observationTimes", description="Years to each fixing, strictly increasing, not after `time`, when the option pays")
    monitoring: Literal["continuous"] | None = Field(None, description="continuous: the average over the whole time to expiry")


class GreeksResponse(Model):
    """Price and Greeks of one option"""

    price: float = Field(..., description="Present value, price units")
    delta: float = Field(..., description="∂V/∂S, per 1.00 of spot")
    gamma: float = Field(..., description="∂²V/∂S², per 1.00 of spot squared")
    vega: float = Field(..., description="∂V/∂σ, per 1.00 of volatility")
    theta: float = Field(..., description="−∂V/∂T, per year of time passing")
    rho: float = Field(..., description="∂V/∂r, per 1.00 of rate")
    dividend_rho: float = Field(..., alias="dividendRho", description="∂V/∂q, per 1.00 of dividend yield")
    vanna: float = Field(..., description="∂²V/∂S∂σ")
    volga: float = Field(..., description="∂²V/∂σ²")
    charm: float = Field(..., description="−∂²V/∂S∂T, per year of time passing")
    veta: float = Field(..., description="−∂²V/∂σ∂T, per year of time passing")
    speed: float = Field(..., description="∂³V/∂S³")
    zomma: float = Field(..., description="∂³V/∂S²∂σ")
    color: float = Field(..., description="−∂³V/∂S²∂T, per year of time passing")
    spot: float = Field(..., description="Spot as given")
    strike: float = Field(..., description="Strike as given")
    option_type: Literal["call", "put"] = Field(..., alias="optionType", description="Side that was priced")
    volatility: float | None = Field(None, description="Implied volatility up to expiry; only where the request has a term structure or a surface, or dividends")
    method: Literal["closed_form", "finite_differences"] | None = Field(None, description="How the price was computed; only where the request has a term structure, a surface or dividends")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that the grid leaves in the price, price units; only by finite differences")


class HazardModelCorrelationsItem(Model):
    asset: str = Field(..., description="An asset, an exchange rate (EURUSD) or a short rate (USD)")
    correlation: float = Field(..., description="Within [-1, 1]; positive: the intensity rises with the asset")


class HazardModel(Model):
    """Gaussian factor of a default intensity, which keeps the survival curve"""

    volatility: float = Field(..., description="Absolute volatility of the default intensity, per √year")
    mean_reversion: float | None = Field(None, alias="meanReversion", description="Of the intensity, per year. Default: 0")
    correlations: list[HazardModelCorrelationsItem] | None = Field(None, description="With the drivers of exposure; none by default. Default: ")


class HedgePortfolioRequestInstrumentsItem(Model):
    id: str = Field(...)
    price: float | None = Field(None, description="Per unit; returned with nothing computed from it")
    delta: float | None = Field(None)
    gamma: float | None = Field(None)
    vega: float | None = Field(None)
    theta: float | None = Field(None)
    rho: float | None = Field(None)
    vanna: float | None = Field(None)
    volga: float | None = Field(None)
    cost: float | None = Field(None, description="Cost of trading one unit. Default: 0")
    min: float | None = Field(None, description="Smallest quantity")
    max: float | None = Field(None, description="Largest quantity")


class HedgePortfolioRequest(Model):
    """As the other form, with a stored portfolio in place of positions"""

    objective: Literal["greeks"] | None = Field(None, description="Default: greeks")
    instruments: list[HedgePortfolioRequestInstrumentsItem] = Field(...)
    budget: float | None = Field(None, description="Most that all trades together may cost")
    integer: bool | None = Field(None, description="Whole quantities alone. Default: false")
    portfolio_id: str = Field(..., alias="portfolioId")
    market: MarketInput | None = Field(None, description="The market of the portfolio’s trades and products; instruments have their own")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class HedgeRequestExposure(Model):
    """Greeks to be hedged; for the objective greeks, or positions in its place"""

    delta: float | None = Field(None)
    gamma: float | None = Field(None)
    vega: float | None = Field(None)
    theta: float | None = Field(None)
    rho: float | None = Field(None)
    vanna: float | None = Field(None)
    volga: float | None = Field(None)


class HedgeRequestInstrumentsItem(Model):
    id: str = Field(...)
    price: float | None = Field(None, description="Per unit; returned with nothing computed from it")
    delta: float | None = Field(None)
    gamma: float | None = Field(None)
    vega: float | None = Field(None)
    theta: float | None = Field(None)
    rho: float | None = Field(None)
    vanna: float | None = Field(None)
    volga: float | None = Field(None)
    cost: float | None = Field(None, description="Cost of trading one unit. Default: 0")
    min: float | None = Field(None, description="Smallest quantity")
    max: float | None = Field(None, description="Largest quantity")


class HedgeRequestCovariance(Model):
    exposure: float = Field(..., description="Variance of what is hedged")
    cross: list[float] = Field(..., description="Its covariance with each instrument")
    instruments: list[list[float]] = Field(..., description="Covariances of the instruments")


class HedgeRequestScenarios(Model):
    exposure: list[float] = Field(..., description="Profit and loss of what is hedged, per scenario")
    instruments: list[list[float]] = Field(..., description="Profit and loss per unit of each instrument: a row per scenario")


class HedgeRequest(Model):
    """What is hedged, with which instruments, and what is minimised"""

    objective: Literal["greeks", "variance", "least_squares", "cvar"] | None = Field(None, description="Default: greeks")
    exposure: HedgeRequestExposure | None = Field(None, description="Greeks to be hedged; for the objective greeks, or positions in its place")
    positions: list[OptionPosition] | None = Field(None, description="Positions whose delta, gamma and vega are to be hedged")
    instruments: list[HedgeRequestInstrumentsItem] = Field(...)
    covariance: HedgeRequestCovariance | None = Field(None)
    scenarios: HedgeRequestScenarios | None = Field(None)
    ridge: float | None = Field(None, description="Penalty on squared quantities; objective variance. Default: 0")
    confidence: float | None = Field(None, description="Default: 0.95")
    budget: float | None = Field(None, description="Most that all trades together may cost")
    integer: bool | None = Field(None, description="Whole quantities alone. Default: false")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class HedgeResponseHedgesItem(Model):
    id: str = Field(...)
    quantity: float = Field(...)
    cost: float = Field(...)


class HedgeResponse(Model):
    hedges: list[HedgeResponseHedgesItem] = Field(...)
    residual: dict[str, float] = Field(..., description="What is left: each Greek, variance, sumOfSquares, or cvar and valueAtRisk")
    total_cost: float = Field(..., alias="totalCost")
    status: Literal["optimal", "infeasible", "limit"] = Field(..., description="limit: the best found in the time allowed")


class HestonCalibrationRequestInitial(Model):
    """Starting point of the search; by default estimated from the quotes"""

    v0: float = Field(..., description="Variance today")
    kappa: float = Field(..., description="Speed of mean reversion, per year")
    theta: float = Field(..., description="Long-run variance")
    sigma: float = Field(..., description="Volatility of variance")
    rho: float = Field(..., description="Correlation of asset and variance")


class HestonCalibrationRequest(Model):
    """A surface of implied volatilities, the spot, a rate or curve, and the dividend yield. Needs rate, or curve"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    quotes: list[VolatilityQuote] = Field(..., description="Volatility quotes, at least five of them with positive weight")
    initial: HestonCalibrationRequestInitial | None = Field(None, description="Starting point of the search; by default estimated from the quotes")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class HestonCalibrationResponseFittedItem(Model):
    strike: float = Field(...)
    market_volatility: float = Field(..., alias="marketVolatility")
    model_volatility: float = Field(..., alias="modelVolatility")
    time: float = Field(...)


class HestonCalibrationResponse(Model):
    """Heston parameters and how well they fit"""

    v0: float = Field(..., description="Variance today")
    kappa: float = Field(..., description="Speed of mean reversion, per year")
    theta: float = Field(..., description="Long-run variance")
    sigma: float = Field(..., description="Volatility of variance")
    rho: float = Field(..., description="Correlation of asset and variance")
    feller_satisfied: bool = Field(..., alias="fellerSatisfied", description="Whether 2 kappa theta ≥ sigma², so that the variance never reaches zero")
    rmse: float = Field(..., description="Root mean square error over `fitted`, in volatility")
    max_error: float = Field(..., alias="maxError", description="Largest error over `fitted`, in volatility")
    iterations: int = Field(..., description="Number of steps of the optimiser")
    converged: bool = Field(..., description="Whether the optimiser stopped for another reason than the limit of iterations")
    stop_reason: Literal["residuals", "gradient", "cost", "step", "iterations"] = Field(..., alias="stopReason", description="Why the optimiser stopped. residuals: the fit is exact up to rounding; gradient: no direction improves it; cost or step: the next step would change the cost or the parameters by less than the tolerance; iterations: the limit was reached")
    fitted: list[HestonCalibrationResponseFittedItem] = Field(...)


class HestonFftParams(Model):
    """Parameters of equity_vanilla_heston_fft"""

    v0: float = Field(..., description="Variance today, per year")
    kappa: float = Field(..., description="Speed of mean reversion of the variance, per year")
    theta: float = Field(..., description="Long-run variance, per year")
    sigma: float = Field(..., description="Volatility of variance; 0 makes the variance deterministic")
    rho: float = Field(..., description="Correlation of asset and variance")


class HestonModel(Model):
    """Heston (1993) stochastic volatility, simulated by quadratic-exponential steps"""

    type: Literal["heston"] = Field(...)
    v0: float = Field(..., description="Variance today, per year")
    kappa: float = Field(..., description="Speed of mean reversion of the variance, per year")
    theta: float = Field(..., description="Long-run variance, per year")
    sigma: float = Field(..., description="Volatility of variance; 0 makes the variance deterministic")
    rho: float = Field(..., description="Correlation of asset and variance")


class HistoricalVarRequestMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class HistoricalVarRequest(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 1")
    age_decay: float | None = Field(None, alias="ageDecay", description="Weight of a scenario per day of age (Boudoukh, Richardson and Whitelaw 1998); by default all weigh the same")
    volatility_decay: float | None = Field(None, alias="volatilityDecay", description="Decay of the variance by which returns are scaled to today’s volatility (Hull and White 1998); by default they stay as they were")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    with_standard_errors: bool | None = Field(None, alias="withStandardErrors", description="Whether the figures come with their standard errors as estimates from a sample: scenarios count as independent, by age as 1/Σw², overlapping runs of days as so many fewer. By default they do not")
    returns: dict[str, list[float]] | None = Field(None, description="Daily moves, oldest first, all of one length. Of an option book: relative, by underlying. In a market: by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money); factors without an entry stay. A projection curve that is not named keeps its spread to the curve of its currency")
    dates: list[Date] | None = Field(None, description="In a market: the date on which each move ended")
    moves: HistoricalVarRequestMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    with_scenarios: bool | None = Field(None, alias="withScenarios", description="In a market: whether the profit and loss of every scenario is answered")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    history: QuotedHistory | None = Field(None)
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class HullWhiteAnalyticParams(Model):
    """Parameters of rates_bond_option_hull_white"""

    mean_reversion: float = Field(..., alias="meanReversion", description="Mean reversion of the short rate, per year; 0 gives the exact limit")
    volatility: float = Field(..., description="Absolute volatility of the short rate: 0.01 is one percentage point per square root of a year")


class ImpliedVolatilityRequest(Model):
    """A European option without its volatility, and its market price"""

    market_price: float = Field(..., alias="marketPrice", description="Price to match, price units, within the no-arbitrage bounds")
    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    strike: float = Field(..., description="Strike, price units, above 0")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ImpliedVolatilityResponse(Model):
    """The volatility at which the Black-Scholes price equals the market price"""

    implied_volatility: float = Field(..., alias="impliedVolatility", description="Decimal (0.2 is 20 %)")
    vega: float = Field(..., description="∂V/∂σ at that volatility, per 1.00 of volatility")


class IncrementalXvaRequest(Model):
    """What new trades add to the measures of a netting set. Needs counterparty, or nettingSetId"""

    trades: list[SimulatedTrade] | None = Field(None)
    new_trades: list[SimulatedTrade] = Field(..., alias="newTrades", description="Trades that are to be added")
    market: CrossAssetMarket | None = Field(None)
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of every amount of the result; by default that of the first curve")
    exposure_times: list[float] | None = Field(None, alias="exposureTimes", description="Ends of the buckets, years; by default months up to the last maturity, at most 120 equal buckets, and at least eight to the first maturity")
    collateral: CollateralAgreement | None = Field(None)
    pricer: ExposureSimulationSettings | None = Field(None)
    integration: Literal["mean", "end"] | None = Field(None, description="The exposure that a bucket counts with. mean: the mean of that just after the payments at its start and that just before those at its end, of second order in its length; with modelled initial margin the first bucket counts as with end. end: that at its end, after the payments. Default: mean")
    counterparty: XvaParty | None = Field(None)
    own: XvaParty | None = Field(None, description="Own credit; without it there is no DVA")
    funding: XvaFunding | None = Field(None, description="Default: {}")
    capital: XvaCapital | None = Field(None)
    first_to_default: bool | None = Field(None, alias="firstToDefault", description="Whether CVA and DVA count only defaults before that of the other party; by default they are unilateral. Default: false")
    wrong_way_risk: WrongWayRisk | None = Field(None, alias="wrongWayRisk")
    netting_set_id: str | None = Field(None, alias="nettingSetId", description="A stored netting set: its living trades, its collateral agreement and the credit curve of its counterparty are taken. Its currency is the default of reportingCurrency, and market may be left out: the stored market is taken, as a limit’s utilisation takes it")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market that the request leaves out")
    correlation_id: str | None = Field(None, alias="correlationId", description="A stored correlation matrix, for the market that a request with nettingSetId leaves out: of shares (ACME), short rates (USD) and exchange rates with the reporting currency (EURUSD or USDEUR). Pairs that it lacks are uncorrelated, and the result warns")


class IncrementalXvaResponseStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class IncrementalXvaResponseBeforeStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class IncrementalXvaResponseBefore(Model):
    """Of the netting set without the new trades"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: IncrementalXvaResponseBeforeStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class IncrementalXvaResponseAfterStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class IncrementalXvaResponseAfter(Model):
    """With them"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: IncrementalXvaResponseAfterStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class IncrementalXvaResponseExposureItemPfeItem(Model):
    level: float = Field(...)
    value: float = Field(..., description="Quantile of the exposure at this level")
    standard_error: float = Field(..., alias="standardError")


class IncrementalXvaResponseExposureItemStandardErrors(Model):
    """Absent where the profile was given"""

    ee: float = Field(...)
    nee: float = Field(...)
    ee_before: float | None = Field(None, alias="eeBefore")
    nee_before: float | None = Field(None, alias="neeBefore")
    pfe95: float = Field(...)
    pfe99: float = Field(...)


class IncrementalXvaResponseExposureItem(Model):
    time: float = Field(..., description="Years: the end of a bucket, or 0 where today was given")
    ee: float = Field(..., description="Expected exposure E[max(V/B, 0)]/P(0, t), after the payments of the date")
    nee: float = Field(..., description="Expected negative exposure, positive")
    ee_before: float | None = Field(None, alias="eeBefore", description="ee just before the payments of the date; absent with the integration end")
    nee_before: float | None = Field(None, alias="neeBefore", description="nee just before them")
    pfe95: float | None = Field(None, description="95 % quantile of the exposure")
    pfe99: float | None = Field(None, description="99 % quantile of the exposure")
    pfe: list[IncrementalXvaResponseExposureItemPfeItem] | None = Field(None, description="With pfeLevels, in their order")
    standard_errors: IncrementalXvaResponseExposureItemStandardErrors | None = Field(None, alias="standardErrors", description="Absent where the profile was given")


class IncrementalXvaResponse(Model):
    """What the new trades add to each measure"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: IncrementalXvaResponseStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")
    value: float = Field(..., description="Risk-free value today of the new trades")
    before: IncrementalXvaResponseBefore = Field(..., description="Of the netting set without the new trades")
    after: IncrementalXvaResponseAfter = Field(..., description="With them")
    exposure: list[IncrementalXvaResponseExposureItem] = Field(..., description="With the new trades")
    reporting_currency: str = Field(..., alias="reportingCurrency")
    num_paths: int | None = Field(None, alias="numPaths", description="Paths simulated; absent where the profile was given")
    seed: int | None = Field(None)
    backend: Literal["double"] | None = Field(None, description="The arithmetic that simulated: double precision on the processor")


class InflationMarket(Model):
    """Nominal and real interest rates, each as a flat rate or a curve. Needs nominalRate, or nominalCurve. Needs realRate, or realCurve"""

    nominal_rate: float | None = Field(None, alias="nominalRate", description="Interest rate, decimal, continuously compounded")
    nominal_curve: CurveInput | None = Field(None, alias="nominalCurve")
    real_rate: float | None = Field(None, alias="realRate", description="Interest rate, decimal, continuously compounded")
    real_curve: CurveInput | None = Field(None, alias="realCurve")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class InitialMargin(Model):
    """Posted by both parties and segregated: the quantile of the change of value over the period, taken as normal with the sensitivities at the date. Its funding at the borrow spread is mva"""

    confidence: float | None = Field(None, description="Default: 0.99")
    period_days: float | None = Field(None, alias="periodDays", description="Calendar days. Default: 10")


class InstrumentPosition(Model):
    """A position in an instrument of any type. Times may be dates: expiry in place of time, maturity as a date, startDate and tenor of a swap, swaption, cap, floor or bond, which may have started. Without a market of its own it is valued in that of the request"""

    id: str | None = Field(None, description="The caller’s own name of the position, returned with its result")
    quantity: float | None = Field(None, description="Number held; negative if sold. It multiplies the price of one. Default: 1")
    type: Literal["vanilla", "american", "convertible", "contract", "structured", "engine", "interest_rate_swap", "basis_swap", "zero_coupon_swap", "swaption", "bermudan_swaption", "cross_currency_swap", "fx_forward", "fx_swap", "fx_option", "equity_forward", "equity_option", "cap", "floor", "fixed_rate_bond", "floating_rate_bond", "deposit", "fra", "zero_coupon_bond", "credit_default_swap"] = Field(..., description="vanilla, american, convertible, contract, structured and engine have the fields of that operation’s own request; the others those of a trade of xva/calculate, or of the dated product of engine/price, with currency, and with index where a rate floats; fx_swap has near and far, each the exchange of an fx_forward with its maturity as a date. fra has a fixedRate with the floating leg’s fields, and settles at its start. kind is another name of this field")


class InstrumentValue(Model):
    """The value of a position"""

    id: str | None = Field(None)
    type: str = Field(...)
    underlying: str | None = Field(None)
    quantity: float = Field(...)
    price: float = Field(..., description="Per unit, in currency")
    value: float = Field(..., description="quantity × price, in currency")
    currency: str | None = Field(None, description="Absent where neither the position nor the request says it")
    value_in_reporting: float = Field(..., alias="valueInReporting", description="Value in the reporting currency")
    standard_error: float | None = Field(None, alias="standardError", description="Of the price; absent where it is not simulated")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that a grid leaves in the price; absent where none does")
    market_data_as_of: Date = Field(..., alias="marketDataAsOf")
    pricer_id: str = Field(..., alias="pricerId")
    capability_status: str = Field(..., alias="capabilityStatus")
    cashflows: list[CashFlow] | None = Field(None, description="With cashflows, in the order of time; absent where the instrument has a choice, or a notional that is reset")


class InterestRateSwap(Model):
    """Fixed rate against floating rate from today, the floating rate fixed at the start of each period"""

    type: Literal["interest_rate_swap"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    currency: str = Field(..., description="Currency, ISO 4217")
    notional: float = Field(..., description="Notional of both legs")
    side: Literal["payer", "receiver"] = Field(..., description="Whether the fixed rate is paid or received")
    fixed_rate: float = Field(..., alias="fixedRate", description="Fixed rate, decimal, simple; may be negative")
    maturity: float = Field(..., description="Years to the last payment")
    fixed_frequency: int = Field(..., alias="fixedFrequency", description="Payments of the fixed leg per year, counted back from the maturity; the first period may be short")
    floating_frequency: int = Field(..., alias="floatingFrequency", description="Payments of the floating leg per year, counted back from the maturity; the first period may be short")


class IssuerCreditHazardCurve(Model):
    """Needs times and hazardRates, or counterpartyId"""

    times: list[float] | None = Field(None, description="Years, strictly increasing")
    hazard_rates: list[float] | None = Field(None, alias="hazardRates", description="One default intensity per time, decimal per year, in force up to that time; the last one also holds beyond it")
    counterparty_id: str | None = Field(None, alias="counterpartyId", description="Id of what is stored, in place of times, hazardRates")


class IssuerCredit(Model):
    """Default intensity of an issuer, constant or by time, and the recovery at default. Needs recoveryRate, or counterpartyId"""

    hazard_rate: float | None = Field(None, alias="hazardRate")
    hazard_curve: IssuerCreditHazardCurve | None = Field(None, alias="hazardCurve", description="Needs times and hazardRates, or counterpartyId")
    recovery_rate: float | None = Field(None, alias="recoveryRate")
    counterparty_id: str | None = Field(None, alias="counterpartyId", description="Id of what is stored, in place of hazardRate, hazardCurve, cdsCurve, recoveryRate")


class JarrowYildirimParams(Model):
    """Parameters of inflation_yoy_jy"""

    nominal_mean_reversion: float = Field(..., alias="nominalMeanReversion", description="Mean reversion of the nominal rate, per year; 0 gives the exact limit")
    nominal_volatility: float = Field(..., alias="nominalVolatility", description="Absolute volatility of the nominal rate: 0.01 is one percentage point per square root of a year")
    real_mean_reversion: float = Field(..., alias="realMeanReversion", description="Mean reversion of the real rate, per year; 0 gives the exact limit")
    real_volatility: float = Field(..., alias="realVolatility", description="Absolute volatility of the real rate: 0.01 is one percentage point per square root of a year")
    index_volatility: float = Field(..., alias="indexVolatility", description="Volatility of the price index, decimal")
    nominal_real_correlation: float = Field(..., alias="nominalRealCorrelation", description="Correlation of nominal and real rate")
    nominal_index_correlation: float = Field(..., alias="nominalIndexCorrelation", description="Correlation of nominal rate and index")
    real_index_correlation: float = Field(..., alias="realIndexCorrelation", description="Correlation of real rate and index")


class JobError(Model):
    """Why a failed job failed"""

    code: str = Field(...)
    message: str = Field(...)


class JobNotify(Model):
    """Who is told when the job has ended"""

    url: str = Field(...)
    state: Literal["waiting", "delivered", "failed"] = Field(..., description="waiting: until the job has ended and the webhook was delivered; failed: no further attempt is made")
    attempts: int = Field(..., description="Attempts at delivery that have been made")


class Job(Model):
    """An operation that runs asynchronously"""

    id: str = Field(...)
    version: int = Field(..., description="1 when submitted, one more with each change of the job")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that submitted it")
    job_id: str = Field(..., alias="jobId", description="The same as id")
    operation: str = Field(...)
    label: str | None = Field(None)
    priority: int = Field(...)
    state: Literal["queued", "running", "succeeded", "failed", "cancelled", "expired"] = Field(...)
    progress: float = Field(..., description="Part of the work that is done, 0 to 1: counted in blocks, where workers share it")
    stage: str | None = Field(None, description="What the job is doing")
    attempts: int = Field(..., description="Runs that have begun")
    max_attempts: int = Field(..., alias="maxAttempts")
    retries_until: str | None = Field(None, alias="retriesUntil", description="Runs that fail before because a service was busy, away or silent are begun again, beyond maxAttempts")
    submitted_at: str = Field(..., alias="submittedAt", description="The same as createdAt")
    not_before: str | None = Field(None, alias="notBefore")
    expires_at: str | None = Field(None, alias="expiresAt")
    started_at: str | None = Field(None, alias="startedAt", description="Start of the last run")
    ended_at: str | None = Field(None, alias="endedAt")
    result: Any | None = Field(None, description="Data of the operation, where they have less than 1 MiB")
    manifest: Any | None = Field(None, description="Manifest of the operation, beside the result")
    artifact_id: str | None = Field(None, alias="artifactId", description="The artifact that holds data and manifest, where they have 1 MiB or more")
    error: JobError | None = Field(None, description="Why a failed job failed")
    notify: JobNotify | None = Field(None, description="Who is told when the job has ended")


class LegsMarketFixingsValueItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    value: float = Field(..., description="Rate, decimal; of an asset, its level")


class LegsMarket(Model):
    """Curves by currency, projection curves by index, exchange rates and past fixings; amounts are in the currency of the first curve"""

    curves: dict[str, CurrencyCurve] = Field(..., description="One per currency")
    projection_curves: dict[str, CurrencyCurve] | None = Field(None, alias="projectionCurves", description="By currency: the curve of its floating rates, where it is another than that of discounting. The ratio of their growth over a period stays as it is today")
    projections: dict[str, CurrencyCurve] | None = Field(None, description="By index (EURIBOR-3M): the curve of its forward rates. An index without one is projected by the currency’s curve. Default: {}")
    fx: dict[str, float] | None = Field(None, description="Exchange rates by pair: EURUSD is the price of one EUR in USD. Each currency is reached from the reporting currency. Default: {}")
    fixings: dict[str, list[LegsMarketFixingsValueItem]] | None = Field(None, description="Past values by index or asset: each period of a living trade that has begun needs those of its fixing dates. Default: {}")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class Lg2fParams(Model):
    """Parameters of rates_swaption_lg2f"""

    mean_reversion1: float = Field(..., alias="meanReversion1", description="Mean reversion of the first factor, per year; 0 gives the exact limit")
    volatility1: float = Field(..., description="Absolute volatility of the first factor: 0.01 is one percentage point per square root of a year")
    mean_reversion2: float = Field(..., alias="meanReversion2", description="Mean reversion of the second factor, per year; 0 gives the exact limit")
    volatility2: float = Field(..., description="Absolute volatility of the second factor: 0.01 is one percentage point per square root of a year")
    correlation: float = Field(..., description="Correlation of the two factors")


class LifecycleEvent(Model):
    """One event of a contract up to the valuation date"""

    date: Date = Field(..., description="ISO 8601 calendar date")
    event: Literal["fixed", "paid", "coupon_paid", "coupon_missed", "called", "redeemed", "knocked_out", "knocked_in", "not_knocked_in", "chosen"] = Field(..., description="fixed: an observation is known; paid, coupon_paid, redeemed: a payment was made and is no longer part of the price; coupon_missed; called: the note was redeemed early; knocked_out, knocked_in, not_knocked_in: what a barrier decided; chosen: the side that the holder chose")
    description: str = Field(..., description="The event in words")


class Limit(Model):
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    measure: Literal["pfe95", "pfe99", "ee"] = Field(..., description="What is limited: the 95 % or 99 % quantile of the exposure (potential future exposure), or its expectation")
    currency: str = Field(..., description="Currency of the amount, ISO 4217")
    amount: float = Field(..., description="The most that the measure may be at any time")
    horizon_years: float | None = Field(None, alias="horizonYears", description="Years within which the measure is limited; by default until the last payment")
    correlation_id: str | None = Field(None, alias="correlationId", description="A stored correlation matrix of the shares (ACME), short rates (USD) and exchange rates with the currency of the limit (EURUSD or USDEUR) in which the exposure is simulated; by default, and for pairs that it lacks, uncorrelated")
    expires_at: str | None = Field(None, alias="expiresAt", description="From then on the limit is not in force")


class LimitUtilisationProfileItem(Model):
    time: float = Field(..., description="Years")
    exposure: float = Field(...)


class LimitUtilisationExcludedItem(Model):
    """A trade that is not simulated"""

    trade_id: str = Field(..., alias="tradeId")
    type: str = Field(...)
    reason: str | None = Field(None, description="Of a contract or a trade with dates that is not simulated")


class LimitUtilisation(Model):
    limit: ExposureLimitFields = Field(...)
    current: float = Field(..., description="Largest exposure of the profile, in the currency of the limit")
    utilisation: float = Field(..., description="current / amount")
    breached: bool = Field(..., description="Whether the utilisation of a limit in force is above 1")
    expired: bool = Field(..., description="Whether the limit is no longer in force, since its `expiresAt`")
    profile: list[LimitUtilisationProfileItem] = Field(..., description="The measure that is limited, of the sum of the exposures of the netting sets on each path; empty where there is no trade")
    run_id: str | None = Field(None, alias="runId", description="Of the receipt; absent where nothing was simulated")
    excluded: list[LimitUtilisationExcludedItem] = Field(...)


class LocalVolModel(Model):
    """Local volatility (Dupire 1994) of a surface of quotes, simulated by steps of weak order 2. Needs strikes and expiries and volatilities, or surfaceId"""

    type: Literal["local_vol"] = Field(...)
    strikes: list[float] | None = Field(None, description="Strikes of the quotes, price units, strictly increasing")
    expiries: list[float] | None = Field(None, description="Expiries of the quotes, years, strictly increasing")
    volatilities: list[list[float]] | None = Field(None, description="Implied volatilities, one row per expiry and one entry per strike; they must be free of arbitrage")
    time_steps: int | None = Field(None, alias="timeSteps", description="Number of equal time steps of a path up to the last payment; by default 52 per year, and at least 26")
    spot_steps: int | None = Field(None, alias="spotSteps", description="Number of intervals of the spot within which the local volatility is linear; 256 by default")
    surface_id: str | None = Field(None, alias="surfaceId", description="Id of what is stored, in place of strikes, expiries, volatilities")


class LookbackCall(Model):
    """Pays max(highest S - strike, 0) at expiry; without a strike, S - lowest S"""

    type: Literal["lookback_call"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float | None = Field(None, description="Strike, price units, above 0; if left out, the strike floats: the payment is the distance between the extreme and the spot at expiry")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    observation_dates: list[Date] | None = Field(None, alias="observationDates", description="Observation dates: strictly increasing ISO 8601 calendar dates, not after expiry")
    monitoring: Literal["continuous", "daily", "weekly", "monthly"] | None = Field(None, description="Observation schedule: continuous (the default), or max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to expiry at T years")
    start_date: Date | None = Field(None, alias="startDate", description="Date of the first observation, not after the valuation date; today by default, or the first of the observation dates where it has passed. Without observationDates a past one requires extremeSoFar")
    extreme_so_far: float | None = Field(None, alias="extremeSoFar", description="Without observationDates: the highest spot observed before today of a call with a strike and of a put without one, the lowest of the others")


class LookbackOption(Model):
    """An option on the highest or lowest spot of its life, monitored continuously"""

    strike: float | None = Field(None, description="Fixed strike: pays max − K (put: K − min). If left out, the strike floats: pays S − min (put: max − S)")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")
    extreme: float | None = Field(None, description="Highest or lowest spot so far, to which the option looks back; today's spot by default")


class LookbackPut(Model):
    """Pays max(strike - lowest S, 0) at expiry; without a strike, highest S - S"""

    type: Literal["lookback_put"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float | None = Field(None, description="Strike, price units, above 0; if left out, the strike floats: the payment is the distance between the extreme and the spot at expiry")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    observation_dates: list[Date] | None = Field(None, alias="observationDates", description="Observation dates: strictly increasing ISO 8601 calendar dates, not after expiry")
    monitoring: Literal["continuous", "daily", "weekly", "monthly"] | None = Field(None, description="Observation schedule: continuous (the default), or max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to expiry at T years")
    start_date: Date | None = Field(None, alias="startDate", description="Date of the first observation, not after the valuation date; today by default, or the first of the observation dates where it has passed. Without observationDates a past one requires extremeSoFar")
    extreme_so_far: float | None = Field(None, alias="extremeSoFar", description="Without observationDates: the highest spot observed before today of a call with a strike and of a put without one, the lowest of the others")


class MarketInput(Model):
    """Either one asset (spot, dividend, and a volatility or a model that determines it) or several (assets, correlations), with a flat rate or a curve. Needs rate, or curve. Needs spot, or assets"""

    spot: float | None = Field(None, description="Spot of the underlying, price units, above 0")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    volatility_term_structure: VolatilityTermStructure | None = Field(None, alias="volatilityTermStructure")
    volatility_surface: VolatilitySurface | None = Field(None, alias="volatilitySurface", description="Implied volatilities by strike and expiry, in place of volatility: paths follow the local volatility of the surface, which reprices it. It is as the model local_vol of the same quotes; SVI smiles are read at 41 strikes. Quotes are Black volatilities of the forward, whose dividends in cash are taken off")
    dividends: list[DividendInput] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    model: ContractModel | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    assets: dict[str, AssetInput] | None = Field(None, description="Assets by name, in place of spot, volatility, dividend and model")
    correlations: list[CorrelationInput] | None = Field(None, description="One entry per pair of assets that the contract names; with assets of other currencies, also of their exchange rates, by pair (EURUSD)")
    correlation_repair: Literal["nearest"] | None = Field(None, alias="correlationRepair", description="Replaces correlations that form no positive semi-definite matrix by the nearest that do (Higham 2002), and reports it in the result; without it such correlations are refused")
    currency: str | None = Field(None, description="Currency in which the contract pays, and of rate or curve; with it, assets may have other currencies")
    curves: dict[str, CurrencyCurve] | None = Field(None, description="Curves of the other currencies of assets; the market’s own is rate or curve")
    fx: dict[str, float] | None = Field(None, description="Exchange rates by pair: EURUSD is the price of one EUR in USD. One per currency of a composite asset, against the market’s currency")
    volatilities: dict[str, QuotedVolatility] | None = Field(None, description="By pair of a currency and that of the market: volatility of the exchange rate, lognormal")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    fixings: Fixings | None = Field(None)
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class MixedInstrument(Model):
    """quantity, kind, and the fields of that operation’s own request"""

    id: str | None = Field(None, description="The caller’s own name of the position, returned with its result")
    quantity: float = Field(..., description="Options held; negative for a short position")
    kind: Literal["vanilla", "american", "convertible", "contract", "structured", "engine"] = Field(..., description="Which operation prices it: price, american/price, convertible/price, contract/price, structured/price or engine/price")


class MixedPortfolioRequest(Model):
    """1 to 100 000 instruments, priced in order. Needs instruments, or portfolioId"""

    instruments: list[MixedInstrument] | None = Field(None, description="MixedInstrument objects; one that is refused fails alone")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    market: MarketInput | None = Field(None, description="The market of the portfolio’s trades and products; instruments have their own")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class MixedPortfolioResponseSummary(Model):
    count: int = Field(...)
    succeeded: int = Field(...)
    failed: int = Field(...)


class MixedPortfolioResponse(Model):
    total_value: float = Field(..., alias="totalValue", description="Sum over the instruments that were priced")
    standard_error: float | None = Field(None, alias="standardError", description="Upper bound on that of the total; absent where nothing is simulated")
    error_bound: float | None = Field(None, alias="errorBound", description="Sum over the instruments, quantities without sign; absent where no grid leaves an error")
    results: list[Union[MixedResult, FailedItem]] = Field(..., description="An outcome per instrument, in order")
    summary: MixedPortfolioResponseSummary = Field(...)


class MixedResult(Model):
    id: str | None = Field(None)
    kind: str = Field(...)
    quantity: float = Field(...)
    price: float = Field(..., description="Per unit")
    value: float = Field(..., description="quantity × price")
    standard_error: float | None = Field(None, alias="standardError", description="Of the price; absent where it is not simulated")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that a grid leaves in the price; absent where none does")
    pricer_id: str = Field(..., alias="pricerId")
    pricer_version: int = Field(..., alias="pricerVersion")


class MonteCarloVarRequestCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Within [-1, 1]")


class MonteCarloVarRequestMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class MonteCarloVarRequest(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 10")
    correlations: list[MonteCarloVarRequestCorrelationsItem] | None = Field(None, description="One entry for each pair of underlyings; without any, they are taken as uncorrelated and the result warns")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    pricer: RiskSimulationSettings | None = Field(None)
    with_standard_errors: bool | None = Field(None, alias="withStandardErrors", description="Whether each component comes with the standard errors of its figures; those of the whole book are given in any case. By default it does not")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    moves: MonteCarloVarRequestMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    volatilities: dict[str, float] | None = Field(None, description="Annual standard deviation of the moves. Of an option book by underlying, by default that of its positions, which must then agree; in a market by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money), and factors without one stay. A projection curve that is not named keeps its spread to the curve of its currency")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class MultiCurveMarket(Model):
    """A rate or curve that discounts, and a curve that projects the floating rate. Needs rate, or curve"""

    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    projection_curve: CurveInput | None = Field(None, alias="projectionCurve", description="Curve that projects the floating rate; by default that which discounts")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class Negated(Model):
    """The short position in `spec`"""

    type: Literal["negated"] = Field(...)
    spec: ContractSpec = Field(...)


class NettedContract(Model):
    """A contract on assets of the market and on exchange rates (EURUSD, the price of one EUR in USD). Between its dates it is valued by regression on the paths. Barriers and extremes are observed on dates: continuous monitoring, and choices of the holder, are refused"""

    type: Literal["contract"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    contract: ContractSpec = Field(...)
    quantity: float | None = Field(None, description="Number held; negative if sold. Default: 1")
    currency: str | None = Field(None, description="Currency in which it pays; by default that of its underlyings, or the reporting currency where it has none")


class NettingSet(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    counterparty_id: str = Field(..., alias="counterpartyId")
    name: str = Field(...)
    agreement: Literal["isda", "cma", "none"] = Field(..., description="The master agreement under which trades are netted; none: they are not")
    currency: str = Field(..., description="Currency in which the set is closed out, ISO 4217")


class NettingSetFields(Model):
    """Trades with one counterparty that are settled as one when it defaults"""

    name: str = Field(...)
    agreement: Literal["isda", "cma", "none"] = Field(..., description="The master agreement under which trades are netted; none: they are not")
    currency: str = Field(..., description="Currency in which the set is closed out, ISO 4217")


class NormalForwardMarket(Model):
    """Forward or futures price, rate or curve, and normal volatility. Needs rate, or curve"""

    forward: float = Field(..., description="Forward or futures price, positive or negative")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    normal_volatility: float = Field(..., alias="normalVolatility", description="Normal volatility, price units per square root of a year; 0 gives the exact limit")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class NormalOption(Model):
    """A European option on a forward or futures price, with a positive or negative strike"""

    strike: float = Field(..., description="Strike, price units, positive or negative")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")


class OptionPosition(Model):
    """A position in one European option, with its market. In scenarios the dividends on dates keep their amounts and proportions as the spot moves, and those whose dates time passes are gone"""

    id: str | None = Field(None, description="The caller’s own name of the position, returned with its result")
    underlying: str | None = Field(None, description="Name of an asset of the market. Default: underlying")
    quantity: float = Field(..., description="Options held; negative for a short position")
    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    strike: float = Field(..., description="Strike, price units, above 0")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    dividends: list[TimedDividend] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class ParametricVarRequestCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Within [-1, 1]")


class ParametricVarRequestMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class ParametricVarRequest(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 10")
    correlations: list[ParametricVarRequestCorrelationsItem] | None = Field(None, description="One entry for each pair of underlyings; without any, they are taken as uncorrelated and the result warns")
    volatilities: dict[str, float] | None = Field(None, description="Annual standard deviation of the moves. Of an option book by underlying, by default that of its positions, which must then agree; in a market by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money), and factors without one stay. A projection curve that is not named keeps its spread to the curve of its currency")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    method: Literal["delta_normal", "delta_gamma"] | None = Field(None, description="Default: delta_normal")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    moves: ParametricVarRequestMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class PayoffRequest(Model):
    underlying: str | None = Field(None, description="The asset whose end moves; by default all move in proportion, and the spots are those of the first")
    spots: dict[str, float] | None = Field(None, description="Spots from which paths start; by default the mean of the levels that the terms name, or 100")
    from_: float | None = Field(None, alias="from", description="Lowest end; by default half the start, or below every level of the terms")
    to: float | None = Field(None, description="Highest end")
    points: int | None = Field(None, description="Default: 101")
    version: int | None = Field(None, description="By default the published version, or the only one where none is")


class PayoffResponsePointsItem(Model):
    spot: float = Field(...)
    payoff: float = Field(..., description="Sum of all payments, undiscounted")


class PayoffResponse(Model):
    """Payoff where each spot moves in a straight line from its start to its end at the last payment"""

    underlying: str | None = Field(None, description="The asset of which `spot` is")
    start: dict[str, float] = Field(..., description="Where each path starts")
    points: list[PayoffResponsePointsItem] = Field(...)


class Portfolio(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    description: str | None = Field(None)


class PortfolioFields(Model):
    """A named set of positions"""

    name: str = Field(...)
    description: str | None = Field(None)


class PortfolioGreeksRequest(Model):
    """1 to 100 000 positions. With a market, or with positions that state a type, sensitivities to the factors of the market. Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    tenors: list[float] | None = Field(None, description="Years, strictly increasing: zero rates move at each, with straight lines between them and flat beyond. Default: 0.25, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30")
    units: Literal["per_one", "basis_point"] | None = Field(None, description="Of sensitivities to rates, projection curves and credit: per 1.00, or per basis point. Default: per_one")
    per_position: bool | None = Field(None, alias="perPosition", description="Whether each position has its sensitivities too. Default: false")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class PortfolioGreeksResponseByUnderlyingItem(Model):
    delta: float = Field(...)
    gamma: float = Field(...)
    vega: float = Field(...)
    theta: float = Field(...)
    rho: float = Field(...)
    vanna: float = Field(...)
    volga: float = Field(...)
    underlying: str = Field(...)
    value: float = Field(...)


class PortfolioGreeksResponseSummary(Model):
    count: int = Field(...)
    succeeded: int = Field(...)
    failed: int = Field(...)
    priced: int = Field(..., description="As succeeded")


class PortfolioGreeksResponse(Model):
    total_value: float | None = Field(None, alias="totalValue", description="Sum over the positions that were priced; absent where none was")
    complete: bool = Field(..., description="Whether every position was priced")
    positions: list[Union[PositionGreeks, PositionSensitivities, FailedItem]] = Field(..., description="An outcome per position, in order")
    by_underlying: list[PortfolioGreeksResponseByUnderlyingItem] | None = Field(None, alias="byUnderlying", description="Sums of quantity × Greek, of option books")
    currency: str | None = Field(None, description="Currency of sensitivities")
    sensitivities: list[BookSensitivity] | None = Field(None, description="Of books in a market: sums over the positions")
    summary: PortfolioGreeksResponseSummary = Field(...)


class PortfolioPriceRequest(Model):
    """1 to 100 000 positions, priced in order. Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    cashflows: bool | None = Field(None, description="In a market: whether each position without a choice has its cash flows; by default none has")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class PortfolioPriceResponseByUnderlyingItem(Model):
    underlying: str = Field(...)
    value: float = Field(...)


class PortfolioPriceResponseByCurrencyItem(Model):
    currency: str = Field(...)
    value: float = Field(..., description="Sum in that currency")
    value_in_reporting: float = Field(..., alias="valueInReporting", description="Sum in the reporting currency")


class PortfolioPriceResponseByTypeItem(Model):
    type: str = Field(...)
    count: int = Field(...)
    value: float = Field(..., description="Sum in the reporting currency")


class PortfolioPriceResponseSummary(Model):
    count: int = Field(...)
    succeeded: int = Field(...)
    failed: int = Field(...)
    priced: int = Field(..., description="As succeeded")


class PortfolioPriceResponse(Model):
    total_value: float | None = Field(None, alias="totalValue", description="Sum over the positions that were priced; absent where none was")
    complete: bool = Field(..., description="Whether every position was priced")
    currency: str | None = Field(None, description="Currency of the totals; absent where nothing says it")
    standard_error: float | None = Field(None, alias="standardError", description="Upper bound on that of the total; absent where nothing is simulated")
    positions: list[Union[PositionPrice, InstrumentValue, FailedItem]] = Field(..., description="An outcome per position, in order: PositionPrice where no position states a type and there is no market")
    by_underlying: list[PortfolioPriceResponseByUnderlyingItem] = Field(..., alias="byUnderlying", description="Of instruments on one asset")
    by_currency: list[PortfolioPriceResponseByCurrencyItem] | None = Field(None, alias="byCurrency")
    by_type: list[PortfolioPriceResponseByTypeItem] | None = Field(None, alias="byType")
    summary: PortfolioPriceResponseSummary = Field(...)


class PortfolioVarRequestCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset of the market")
    asset2: str = Field(..., description="Name of an asset of the market")
    correlation: float = Field(..., description="Within [-1, 1]")


class PortfolioVarRequestMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class PortfolioVarRequest(Model):
    """Delta-normal value at risk. Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    confidence: float | None = Field(None, description="Probability that the loss is not above the value at risk. Default: 0.99")
    horizon_days: int | None = Field(None, alias="horizonDays", description="Trading days, 252 per year. Default: 10")
    correlations: list[PortfolioVarRequestCorrelationsItem] | None = Field(None, description="One entry for each pair of underlyings; without any, they are taken as uncorrelated and the result warns")
    volatilities: dict[str, float] | None = Field(None, description="Annual standard deviation of the moves. Of an option book by underlying, by default that of its positions, which must then agree; in a market by factor (spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money), and factors without one stay. A projection curve that is not named keeps its spread to the curve of its currency")
    incremental: bool | None = Field(None, description="Whether each component also has how much the figure falls without the underlying’s positions; by default it has not")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    moves: PortfolioVarRequestMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")
    by_factor_kind: bool | None = Field(None, alias="byFactorKind", description="In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class Position(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    quantity: float = Field(..., description="Units held; negative for a short position. It multiplies a trade’s own quantity")
    trade_id: str | None = Field(None, alias="tradeId", description="A stored trade")
    product_id: str | None = Field(None, alias="productId", description="A stored product, in its published version")
    instrument: PositionInstrument | None = Field(None)
    portfolio_id: str = Field(..., alias="portfolioId")


class PositionFields(Model):
    """A quantity of one trade, product or instrument. Needs tradeId, or productId, or instrument"""

    quantity: float = Field(..., description="Units held; negative for a short position. It multiplies a trade’s own quantity")
    trade_id: str | None = Field(None, alias="tradeId", description="A stored trade")
    product_id: str | None = Field(None, alias="productId", description="A stored product, in its published version")
    instrument: PositionInstrument | None = Field(None)


class PositionGreeks(Model):
    """Greeks per option held"""

    price: float = Field(...)
    delta: float = Field(...)
    gamma: float = Field(...)
    vega: float = Field(...)
    theta: float = Field(...)
    rho: float = Field(...)
    vanna: float = Field(...)
    volga: float = Field(...)
    id: str | None = Field(None)
    underlying: str = Field(...)
    quantity: float = Field(...)
    warnings: list[str] | None = Field(None, description="Absent when there are none")
    value: float = Field(..., description="quantity × price")


class PositionInstrument(Model):
    """An instrument with its market, as an item of portfolio/mixed: kind, and the fields of that operation’s own request. One of kind vanilla may also name its underlying"""

    kind: Literal["vanilla", "american", "convertible", "contract", "structured", "engine"] = Field(..., description="Which operation prices it: price, american/price, convertible/price, contract/price, structured/price or engine/price")


class PositionPrice(Model):
    id: str | None = Field(None)
    underlying: str = Field(...)
    quantity: float = Field(...)
    warnings: list[str] | None = Field(None, description="Absent when there are none")
    price: float = Field(..., description="Per option")
    value: float = Field(..., description="quantity × price")


class PositionSensitivities(Model):
    """Sensitivities of a position, with perPosition"""

    id: str | None = Field(None)
    type: str = Field(...)
    quantity: float = Field(...)
    sensitivities: list[BookSensitivity] | None = Field(None)


class PriceResponse(Model):
    """Price of one option"""

    price: float = Field(..., description="Present value, price units")
    spot: float = Field(..., description="Spot as given")
    strike: float = Field(..., description="Strike as given")
    option_type: Literal["call", "put"] = Field(..., alias="optionType", description="Side that was priced")
    volatility: float | None = Field(None, description="Implied volatility up to expiry; only where the request has a term structure or a surface, or dividends")
    method: Literal["closed_form", "finite_differences"] | None = Field(None, description="How the price was computed; only where the request has a term structure, a surface or dividends")
    error_bound: float | None = Field(None, alias="errorBound", description="Estimated absolute error that the grid leaves in the price, price units; only by finite differences")


class PricerSettings(Model):
    """Monte Carlo settings"""

    num_paths: int | None = Field(None, alias="numPaths", description="Largest number of paths to simulate. Default: 65 536; with targetStandardError, or where hardly any path contributes to the price or differs from the others, as many as it takes within the cost limit")
    num_steps: int | None = Field(None, alias="numSteps", description="Number of time steps per path; by default it follows from the dates of the contract")
    seed: int | None = Field(None, description="Seed of the random shifts; the same seed gives the same price. Default: 42")
    target_standard_error: float | None = Field(None, alias="targetStandardError", description="Standard error to reach, price units: paths are added until it is met, or numPaths or the cost limit is reached. A warning says where it was not met")


class PricerSummary(Model):
    pricer_id: str = Field(..., alias="pricerId")
    version: int = Field(...)
    fingerprint: str = Field(..., description="fp:v1:blake3: and 64 hexadecimal digits: a hash of the identity and version of the pricer")
    status: CapabilityStatus = Field(..., description="In force: the default, or what an approval has made of it")
    default_status: CapabilityStatus = Field(..., alias="defaultStatus")
    summary: str = Field(...)
    evidence: list[str] = Field(..., description="The tables of the reference cases that validation runs hold it to")


class Product(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["contract", "structured", "convertible", "vanilla", "american", "strategy"] = Field(...)
    terms: dict[str, Any] = Field(..., description="As the operation that prices the type takes them")
    status: Literal["draft", "published", "retired"] = Field(...)
    published_version: int | None = Field(None, alias="publishedVersion", description="The version in force; absent where none was published")


class ProductPricingRequest(Model):
    """Needs market, or snapshotId"""

    market: Union[MarketInput, dict[str, Any]] | None = Field(None, description="The market that the operation of the type takes; of an option its spot, rate, volatility and dividend")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A snapshot in place of market: the quote and the surface (or the quote ACME.VOL) of each asset, the discount curve of their currency and a correlation matrix of them all. A European option takes the volatility at its strike and expiry, an American one and any other contract local volatility")
    version: int | None = Field(None, description="By default the published version, or the only one where none is")
    pricer: dict[str, Any] | None = Field(None, description="Monte Carlo settings, where the type is simulated")


class ProductVersion(Model):
    version: int = Field(...)
    status: Literal["draft", "published", "retired"] = Field(...)
    at: str = Field(...)
    by: str | None = Field(None, description="Id of the key or user")


class ProductVersionRequest(Model):
    version: int | None = Field(None, description="By default the published version, or the only one where none is")


class Provenance(Model):
    """Present when the operation attaches provenance"""

    manifest: RunManifest = Field(...)


class PublishDraftRequest(Model):
    """Of the product; by default those of the draft"""

    name: str | None = Field(None)
    description: str | None = Field(None)


class PutQuotesRequest(Model):
    """1 to 100 000 quotes"""

    quotes: list[QuoteFields] = Field(..., description="QuoteFields objects; one that is refused fails alone")


class Quote(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    symbol: str = Field(..., description="Name of what is quoted, such as EUR/USD. Letters, digits, single spaces and . _ - + = : / ^ & # $ ! * ( )")
    value: float = Field(..., description="Rates, volatilities and spreads as decimals")
    as_of: str = Field(..., alias="asOf", description="Time in UTC, to the millisecond")
    kind: Literal["spot", "rate", "volatility", "spread", "fx"] = Field(...)
    currency: str | None = Field(None, description="Three-letter currency code (ISO 4217)")
    source: str | None = Field(None, description="Where the quote comes from")


class QuoteFields(Model):
    """One observed value of the market"""

    symbol: str = Field(..., description="Name of what is quoted, such as EUR/USD. Letters, digits, single spaces and . _ - + = : / ^ & # $ ! * ( )")
    value: float = Field(..., description="Rates, volatilities and spreads as decimals")
    as_of: str = Field(..., alias="asOf", description="Time in UTC, to the millisecond")
    kind: Literal["spot", "rate", "volatility", "spread", "fx"] = Field(...)
    currency: str | None = Field(None, description="Three-letter currency code (ISO 4217)")
    source: str | None = Field(None, description="Where the quote comes from")


class QuotedHistoryMoves(Model):
    """In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute"""

    spot: Literal["absolute", "relative", "log"] | None = Field(None)
    fx: Literal["absolute", "relative", "log"] | None = Field(None)
    rate: Literal["absolute", "relative", "log"] | None = Field(None)
    projection: Literal["absolute", "relative", "log"] | None = Field(None)
    credit: Literal["absolute", "relative", "log"] | None = Field(None)
    volatility: Literal["absolute", "relative", "log"] | None = Field(None)
    dividend: Literal["absolute", "relative", "log"] | None = Field(None)


class QuotedHistory(Model):
    """Stored quotes in place of returns: the last of each day, in UTC. Days on which not every factor has one are left out, with a warning"""

    from_: Date | None = Field(None, alias="from", description="First day; by default the first that is stored, of at most 4 000")
    to: Date | None = Field(None, description="Last day; by default the valuation date")
    symbols: dict[str, str] | None = Field(None, description="By factor, the symbol of the quotes that are its level, or that stand for it; by default assets and exchange rates by their own names, and nothing else moves. Of an option book: by underlying")
    moves: QuotedHistoryMoves | None = Field(None, description="In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default spot relative, fx relative, rate absolute, projection absolute, credit absolute, volatility absolute, dividend absolute")


class QuotedVolatility(Model):
    """A volatility of the swaptions of a currency, of the caps on an index, or of an exchange rate (lognormal)"""

    type: Literal["normal", "lognormal", "shifted"] = Field(..., description="Whether it is of the rate itself (normal), of its logarithm (lognormal), or of that of the rate plus shift (shifted)")
    shift: float | None = Field(None, description="With shifted: added to forward and strike")
    volatility: float = Field(..., description="normal: absolute per √year; otherwise decimal")


class RainbowOption(Model):
    """A European option on the higher or the lower of asset1 and asset2"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")
    on: Literal["best", "worst"] = Field(..., description="Whether the option is on the higher or the lower of the two")


class RatesCashflow(Model):
    """A payment after the valuation date"""

    leg: Literal["fixed", "floating", "bond", "notional"] = Field(..., description="Leg that pays it")
    date: Date = Field(..., description="Payment date")
    start_date: Date | None = Field(None, alias="startDate", description="Start of the accrual period")
    end_date: Date | None = Field(None, alias="endDate", description="End of the accrual period")
    accrual: float | None = Field(None, description="Year fraction of the period")
    rate: float | None = Field(None, description="Rate of the period, spread included, decimal")
    amount: float = Field(..., description="Amount, positive where it is received")
    currency: str | None = Field(None, description="Currency of amount and presentValue, where the instrument pays in several")
    discount_factor: float = Field(..., alias="discountFactor", description="Discount factor of the payment")
    present_value: float = Field(..., alias="presentValue", description="Amount times discount factor")


class RatesMarket(Model):
    """A flat rate or a curve. Needs rate, or curve"""

    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class Rating(Model):
    """Credit rating of a counterparty by one agency"""

    agency: str = Field(...)
    grade: str = Field(..., description="In the agency’s own scale, such as AA-")
    as_of: Date = Field(..., alias="asOf")


class ReceiptInputs(Model):
    """What a replay uses beside the body; absent from receipts made before it was recorded"""

    today: Date = Field(..., description="The date used where the request leaves out its valuation date")
    params: dict[str, Any] | None = Field(None, description="Path parameters")
    query: dict[str, Any] | None = Field(None, description="Query parameters")
    headers: dict[str, Any] | None = Field(None, description="The request headers that the operation reads")
    resolved: dict[str, Any] | None = Field(None, description="The stored inputs that the run looked up, by name")
    pricer_sources: str | None = Field(None, alias="pricerSources", description="SHA-256, hexadecimal, of the code that the pricer reaches when it prices; it moves with the code, whereas the version moves only with results")
    replay_of: str | None = Field(None, alias="replayOf", description="Of a replay: the run that it repeats")


class Receipt(Model):
    run_id: str = Field(..., alias="runId")
    operation_id: str = Field(..., alias="operationId")
    created_at: str = Field(..., alias="createdAt")
    backend: str | None = Field(None, description="The backend that simulated the paths; absent for closed forms")
    trace_id: str | None = Field(None, alias="traceId", description="The trace that the caller named; absent where none was named")
    request: dict[str, Any] = Field(..., description="The request body as it came")
    inputs: ReceiptInputs | None = Field(None, description="What a replay uses beside the body; absent from receipts made before it was recorded")
    result: dict[str, Any] = Field(..., description="The `data` of the response")
    manifest: RunManifest = Field(...)


class ReceiptSummary(Model):
    run_id: str = Field(..., alias="runId")
    operation_id: str = Field(..., alias="operationId")
    tag: str | None = Field(None)
    pricer_id: str = Field(..., alias="pricerId")
    created_at: str = Field(..., alias="createdAt")


class RiskSimulationSettings(Model):
    """Settings of a simulated value at risk. Default: {}"""

    num_paths: int | None = Field(None, alias="numPaths", description="Scenarios. By default a quarter of the paths of prices, because each revalues every position: where losses are normal, the standard error of the value at risk at 99 % is then 1.3 % of it. Default: 16384")
    seed: int | None = Field(None, description="The same seed repeats the same figures. Default: 42")


class RoughBergomiModel(Model):
    """Rough Bergomi (Bayer, Friz and Gatheral 2016), simulated by a hybrid scheme with factors"""

    type: Literal["rough_bergomi"] = Field(...)
    hurst: float = Field(..., description="Hurst exponent: the roughness of the variance; 0.5 is a diffusion")
    eta: float = Field(..., description="Volatility of variance; 0 makes the variance deterministic")
    rho: float = Field(..., description="Correlation of asset and variance")
    xi0: float = Field(..., description="Expected variance, the same at every time, per year")


class RoughBergomiParams(Model):
    """Parameters of equity_rough_bergomi_mc"""

    hurst: float = Field(..., description="Hurst exponent: the roughness of the variance; 0.5 is a diffusion")
    eta: float = Field(..., description="Volatility of variance; 0 makes the variance deterministic")
    rho: float = Field(..., description="Correlation of asset and variance")
    xi0: float = Field(..., description="Expected variance, the same at every time, per year")


class RoughHestonModel(Model):
    """Rough Heston (El Euch and Rosenbaum 2019), simulated by hybrid quadratic-exponential steps"""

    type: Literal["rough_heston"] = Field(...)
    hurst: float = Field(..., description="Hurst exponent: the roughness of the variance; 0.5 is a diffusion")
    v0: float = Field(..., description="Variance today, per year")
    kappa: float = Field(..., description="Speed of mean reversion of the variance")
    theta: float = Field(..., description="Long-run variance, per year")
    nu: float = Field(..., description="Volatility of variance; 0 makes the variance deterministic")
    rho: float = Field(..., description="Correlation of asset and variance")


class RoughHestonParams(Model):
    """Parameters of equity_rough_heston_mc and equity_rough_heston_cf"""

    hurst: float = Field(..., description="Hurst exponent: the roughness of the variance; 0.5 is a diffusion")
    v0: float = Field(..., description="Variance today, per year")
    kappa: float = Field(..., description="Speed of mean reversion of the variance")
    theta: float = Field(..., description="Long-run variance, per year")
    nu: float = Field(..., description="Volatility of variance; 0 makes the variance deterministic")
    rho: float = Field(..., description="Correlation of asset and variance")


class RunManifestCalibrationsItem(Model):
    name: str = Field(...)
    run_id: str = Field(..., alias="runId")


class RunManifestBlocksItem(Model):
    count: int = Field(...)
    arithmetic: Literal["webgpu", "webasm", "cpu", "double"] = Field(...)


class RunManifest(Model):
    """What produced a number; runId is the correlation id of the run"""

    engine_version: str = Field(..., alias="engineVersion")
    run_id: str = Field(..., alias="runId")
    pricer_id: str = Field(..., alias="pricerId")
    pricer_version: int = Field(..., alias="pricerVersion")
    pricer_fingerprint: str = Field(..., alias="pricerFingerprint")
    capability_status: CapabilityStatus = Field(..., alias="capabilityStatus")
    market_data_as_of: Date = Field(..., alias="marketDataAsOf", description="The oldest date of the market data used")
    runtime: str | None = Field(None, description="What computed the number: the versions of Node.js and V8 and the architecture of the processor. Absent from manifests made before it was recorded")
    calibrations: list[RunManifestCalibrationsItem] | None = Field(None, description="Stored curves, credit curves and surfaces on which the number rests and which a calibration fitted, each with the run of which it is the result: its receipt has the quotes")
    warnings: list[str] | None = Field(None)
    blocks: list[RunManifestBlocksItem] | None = Field(None, description="Of a job that workers shared in blocks: the blocks in their order, and what computed them")


class SabrCalibrationRequest(Model):
    """The smile of one expiry, and the beta to fit it with"""

    forward: float = Field(..., description="Forward of the underlying at expiry, above 0, or above −shift")
    expiry: float = Field(..., description="Years")
    beta: float = Field(..., description="Exponent of the forward, held fixed")
    strikes: list[float] = Field(..., description="At least three different strikes, above 0, or above −shift")
    volatilities: list[float] = Field(..., description="Lognormal implied volatilities, one per strike; with a shift, those of the shifted forward and strike")
    weights: list[float] | None = Field(None, description="Weights of the squared errors, one per strike; 1 by default")
    shift: float | None = Field(None, description="Added to forward and strike, so that rates below 0 can be modelled; volatilities are then those of the shifted forward")


class SabrCalibrationResponseFittedItem(Model):
    strike: float = Field(...)
    market_volatility: float = Field(..., alias="marketVolatility")
    model_volatility: float = Field(..., alias="modelVolatility")


class SabrCalibrationResponse(Model):
    """SABR parameters (Hagan 2002, 2.17) and how well they fit"""

    alpha: float = Field(...)
    beta: float = Field(...)
    rho: float = Field(...)
    nu: float = Field(...)
    shift: float | None = Field(None, description="Added to forward and strike, so that rates below 0 can be modelled; volatilities are then those of the shifted forward")
    rmse: float = Field(..., description="Root mean square error over `fitted`, in volatility")
    max_error: float = Field(..., alias="maxError", description="Largest error over `fitted`, in volatility")
    iterations: int = Field(..., description="Number of steps of the optimiser")
    converged: bool = Field(..., description="Whether the optimiser stopped for another reason than the limit of iterations")
    stop_reason: Literal["residuals", "gradient", "cost", "step", "iterations"] = Field(..., alias="stopReason", description="Why the optimiser stopped. residuals: the fit is exact up to rounding; gradient: no direction improves it; cost or step: the next step would change the cost or the parameters by less than the tolerance; iterations: the limit was reached")
    fitted: list[SabrCalibrationResponseFittedItem] = Field(...)


class SabrHaganParams(Model):
    """Parameters of equity_vanilla_sabr_hagan"""

    alpha: float = Field(..., description="Initial volatility, above 0, in units of forward^(1 − beta)")
    beta: float = Field(..., description="Exponent of the forward: 0 is normal, 1 is lognormal")
    rho: float = Field(..., description="Correlation of forward and volatility")
    nu: float = Field(..., description="Volatility of volatility")
    shift: float | None = Field(None, description="Added to forward and strike, so that rates below 0 can be modelled; volatilities are then those of the shifted forward")


class Scaled(Model):
    """The contract times `factor`"""

    type: Literal["scaled"] = Field(...)
    contract: ContractSpec = Field(...)
    factor: float = Field(..., description="Quantity or notional")


class SecondRateFactor(Model):
    """Second factor of the G2++ model"""

    mean_reversion: float = Field(..., alias="meanReversion", description="Mean reversion of the second factor, per year")
    volatility: float = Field(..., description="Absolute volatility of the second factor, per √year")
    correlation: float = Field(..., description="Of the two factors. What of the second is not that of the first is independent of everything else; correlations of the market are those of the first factor")


class SensitivitiesRequest(Model):
    """Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    tenors: list[float] | None = Field(None, description="Years, strictly increasing: nodes of a zero curve that is linear between them; by default 0.25 to 30")
    cross_gammas: bool | None = Field(None, alias="crossGammas", description="Whether the result has the second derivatives across risk factors too; by default it has not. Positions may then have no dividends in cash")
    units: Literal["per_one", "basis_point"] | None = Field(None, description="In a market: of rates, projection curves and credit, per 1.00 (default) or per basis point")
    per_position: bool | None = Field(None, alias="perPosition", description="In a market: whether each position has its sensitivities too")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class SensitivitiesResponseByUnderlyingItem(Model):
    delta: float = Field(...)
    gamma: float = Field(...)
    vega: float = Field(...)
    theta: float = Field(...)
    rho: float = Field(...)
    vanna: float = Field(...)
    volga: float = Field(...)
    underlying: str = Field(...)


class SensitivitiesResponseRhoItem(Model):
    tenor: float = Field(...)
    rho: float = Field(..., description="Per 1.00 of the zero rate at this node")


class SensitivitiesResponseVegaItem(Model):
    underlying: str = Field(...)
    time: float = Field(...)
    strike: float = Field(...)
    vega: float = Field(..., description="Per 1.00 of volatility")


class SensitivitiesResponseCrossGammasSpotVolatilityItem(Model):
    underlying: str = Field(...)
    cross_gamma: float = Field(..., alias="crossGamma", description="Vanna: per 1.00 of spot and of volatility")


class SensitivitiesResponseCrossGammasSpotRateItem(Model):
    underlying: str = Field(...)
    tenor: float = Field(...)
    cross_gamma: float = Field(..., alias="crossGamma", description="Per 1.00 of spot and of the rate")


class SensitivitiesResponseCrossGammasVolatilityRateItem(Model):
    underlying: str = Field(...)
    tenor: float = Field(...)
    cross_gamma: float = Field(..., alias="crossGamma", description="Per 1.00 of volatility and of the rate")


class SensitivitiesResponseCrossGammasRatesItem(Model):
    tenor1: float = Field(...)
    tenor2: float = Field(...)
    cross_gamma: float = Field(..., alias="crossGamma", description="Per 1.00 of both rates; of one tenor, its own convexity")


class SensitivitiesResponseCrossGammas(Model):
    """With crossGammas. Two underlyings have none, since each option is on one; rates have those of a tenor and of neighbours, between which an expiry is shared"""

    spot_volatility: list[SensitivitiesResponseCrossGammasSpotVolatilityItem] = Field(..., alias="spotVolatility")
    spot_rate: list[SensitivitiesResponseCrossGammasSpotRateItem] = Field(..., alias="spotRate")
    volatility_rate: list[SensitivitiesResponseCrossGammasVolatilityRateItem] = Field(..., alias="volatilityRate")
    rates: list[SensitivitiesResponseCrossGammasRatesItem] = Field(...)


class SensitivitiesResponse(Model):
    by_underlying: list[SensitivitiesResponseByUnderlyingItem] = Field(..., alias="byUnderlying")
    rho: list[SensitivitiesResponseRhoItem] = Field(...)
    vega: list[SensitivitiesResponseVegaItem] = Field(...)
    cross_gammas: SensitivitiesResponseCrossGammas | None = Field(None, alias="crossGammas", description="With crossGammas. Two underlyings have none, since each option is on one; rates have those of a tenor and of neighbours, between which an expiry is shared")


class ShareSurface(Model):
    """Implied volatilities of the options on a share by strike and expiry: total variance is a spline in ln(K/F) through the quotes, and linear between expiries at the same ln(K/F). Quotes stay at their strikes when the spot moves. Options, American ones too, are priced at the volatility of their strike and expiry, convertibles at that of their conversion price and maturity, contracts on local volatility; exposures have the volatility at the money to the last maturity, or that of the one option on the share. Needs strikes and expiries and volatilities, or surfaceId"""

    strikes: list[float] | None = Field(None, description="Strikes of the quotes, price units, strictly increasing")
    expiries: list[float] | None = Field(None, description="Expiries of the quotes, years, strictly increasing")
    volatilities: list[list[float]] | None = Field(None, description="Implied volatilities, one row per expiry and one entry per strike; they must be free of arbitrage")
    surface_id: str | None = Field(None, alias="surfaceId", description="Id of what is stored, in place of strikes, expiries, volatilities")


class ShortRateFitG2FittedItem(Model):
    expiry: float = Field(...)
    tenor: float = Field(...)
    strike: float = Field(...)
    forward_rate: float = Field(..., alias="forwardRate", description="Forward swap rate")
    market_volatility: float = Field(..., alias="marketVolatility")
    model_volatility: float = Field(..., alias="modelVolatility", description="Volatility of the price under the model, of the kind that was quoted")
    price: float = Field(..., description="Price under the model per unit of notional, of the side that is out of the money")


class ShortRateFitG2(Model):
    type: Literal["g2"] = Field(...)
    parameters: Lg2fParams = Field(...)
    rmse: float = Field(..., description="Root mean square error over `fitted`, in volatility")
    max_error: float = Field(..., alias="maxError", description="Largest error over `fitted`, in volatility")
    iterations: int = Field(..., description="Number of steps of the optimiser")
    converged: bool = Field(..., description="Whether the optimiser stopped for another reason than the limit of iterations")
    stop_reason: Literal["residuals", "gradient", "cost", "step", "iterations"] = Field(..., alias="stopReason", description="Why the optimiser stopped. residuals: the fit is exact up to rounding; gradient: no direction improves it; cost or step: the next step would change the cost or the parameters by less than the tolerance; iterations: the limit was reached")
    fitted: list[ShortRateFitG2FittedItem] = Field(...)


class ShortRateFitHullWhiteFittedItem(Model):
    expiry: float = Field(...)
    tenor: float = Field(...)
    strike: float = Field(...)
    forward_rate: float = Field(..., alias="forwardRate", description="Forward swap rate")
    market_volatility: float = Field(..., alias="marketVolatility")
    model_volatility: float = Field(..., alias="modelVolatility", description="Volatility of the price under the model, of the kind that was quoted")
    price: float = Field(..., description="Price under the model per unit of notional, of the side that is out of the money")


class ShortRateFitHullWhite(Model):
    type: Literal["hull_white"] = Field(...)
    parameters: HullWhiteAnalyticParams = Field(...)
    rmse: float = Field(..., description="Root mean square error over `fitted`, in volatility")
    max_error: float = Field(..., alias="maxError", description="Largest error over `fitted`, in volatility")
    iterations: int = Field(..., description="Number of steps of the optimiser")
    converged: bool = Field(..., description="Whether the optimiser stopped for another reason than the limit of iterations")
    stop_reason: Literal["residuals", "gradient", "cost", "step", "iterations"] = Field(..., alias="stopReason", description="Why the optimiser stopped. residuals: the fit is exact up to rounding; gradient: no direction improves it; cost or step: the next step would change the cost or the parameters by less than the tolerance; iterations: the limit was reached")
    fitted: list[ShortRateFitHullWhiteFittedItem] = Field(...)


class ShortRateModel(Model):
    """Gaussian short rate of a currency: one factor (Hull-White), or two (G2++)"""

    mean_reversion: float = Field(..., alias="meanReversion", description="Mean reversion of the short rate, per year")
    volatility: float | None = Field(None, description="Absolute volatility of the short rate, per √year; by default fitted to the co-terminal swaptions")
    second_factor: SecondRateFactor | None = Field(None, alias="secondFactor", description="Makes the model G2++: the short rate is the sum of two factors, of which the other fields give the first. Every trade is valued given both, European and Bermudan swaptions too")


class ShortRateModelInput(Model):
    """A short rate model, and the swaptions to which it is fitted on the calibrated curve"""

    type: Literal["hull_white", "g2"] = Field(..., description="hull_white: one factor, the parameters of rates_bond_option_hull_white; g2: two factors, those of rates_swaption_lg2f")
    swaptions: list[SwaptionQuote] = Field(...)
    payments_per_year: int | None = Field(None, alias="paymentsPerYear", description="Fixed payments of the swaps per year; each accrues 1/paymentsPerYear. Default: 1")
    mean_reversion: float | None = Field(None, alias="meanReversion", description="Of hull_white: held fixed, in place of fitted")


class SignedEquityMarket(Model):
    """As EquityMarket, with a spot that may be below 0. Needs rate, or curve"""

    spot: float = Field(..., description="Spot of the underlying; negative only where the model allows it")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class SimulatedNettingSet(Model):
    """Trades that are netted with each other, and their margin agreement"""

    trades: list[SimulatedTrade] = Field(...)
    collateral: CollateralAgreement | None = Field(None)


class SmileByDelta(Model):
    """The smile of an exchange rate at one expiry; without a risk reversal and butterfly it is flat"""

    date: Date | None = Field(None, description="ISO 8601 calendar date, in place of time")
    time: float | None = Field(None, description="Years from the valuation date, ACT/365F")
    atm: float = Field(..., description="Volatility at the money")
    risk_reversal25: float | None = Field(None, alias="riskReversal25", description="Volatility of the call less that of the put, each of a delta of 25 %")
    butterfly25: float | None = Field(None, description="Volatility of the strangle of a delta of 25 %, over atm")
    risk_reversal10: float | None = Field(None, alias="riskReversal10", description="Volatility of the call less that of the put, each of a delta of 10 %")
    butterfly10: float | None = Field(None, description="Volatility of the strangle of a delta of 10 %, over atm")


class SmileByStrike(Model):
    """The smile of an exchange rate at one expiry, by strikes of the pair"""

    date: Date | None = Field(None, description="ISO 8601 calendar date, in place of time")
    time: float | None = Field(None, description="Years from the valuation date, ACT/365F")
    strikes: list[float] = Field(..., description="Strictly increasing")
    volatilities: list[float] = Field(..., description="One per strike")


class Snapshot(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    as_of: Union[Date, str] = Field(..., alias="asOf", description="Date, or time in UTC, as of which the market was frozen")
    content_hash: str = Field(..., alias="contentHash", description="`blake3:` and 64 hexadecimal digits: hash of the values")
    curve_ids: list[str] = Field(..., alias="curveIds")
    surface_ids: list[str] = Field(..., alias="surfaceIds")
    rate_volatilities_ids: list[str] = Field(..., alias="rateVolatilitiesIds", description="Default: ")
    correlation_ids: list[str] = Field(..., alias="correlationIds")
    quote_count: int = Field(..., alias="quoteCount")


class SnapshotByValue(Model):
    """A snapshot with everything in it"""

    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    as_of: Union[Date, str] = Field(..., alias="asOf", description="Date, or time in UTC, as of which the market was frozen")
    content_hash: str = Field(..., alias="contentHash", description="`blake3:` and 64 hexadecimal digits: hash of the values")
    curve_ids: list[str] = Field(..., alias="curveIds")
    surface_ids: list[str] = Field(..., alias="surfaceIds")
    rate_volatilities_ids: list[str] = Field(..., alias="rateVolatilitiesIds", description="Default: ")
    correlation_ids: list[str] = Field(..., alias="correlationIds")
    quote_count: int = Field(..., alias="quoteCount")
    curves: list[FrozenData] = Field(...)
    surfaces: list[FrozenData] = Field(...)
    rate_volatilities: list[FrozenData] = Field(..., alias="rateVolatilities")
    correlations: list[FrozenData] = Field(...)
    quotes: list[FrozenData] = Field(...)


class SnapshotRequest(Model):
    """What is frozen: the latest version of each, as of then"""

    name: str = Field(...)
    as_of: Union[Date, str] = Field(..., alias="asOf", description="Date, until its end, or time in UTC")
    curve_ids: list[str] | None = Field(None, alias="curveIds", description="Ids; by default every curve: of each name, currency and kind the latest as of then")
    surface_ids: list[str] | None = Field(None, alias="surfaceIds", description="Ids; by default every surface: of each name and underlying the latest as of then")
    rate_volatilities_ids: list[str] | None = Field(None, alias="rateVolatilitiesIds", description="Ids; by default every table of volatilities of rates: of each name and underlying the latest as of then")
    correlation_ids: list[str] | None = Field(None, alias="correlationIds", description="Ids; by default every correlation matrix")
    symbols: list[str] | None = Field(None, description="By default every symbol that is quoted as of then")


class SpreadCall(Model):
    """Pays max(S1 - S2 - strike, 0) at expiry"""

    type: Literal["spread_call"] = Field(...)
    underlyings: list[str] = Field(..., description="Two assets: the first is received, the second is paid")
    strike: float = Field(..., description="Strike, price units; may be zero or negative")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class SpreadOption(Model):
    """A European option on asset1 − asset2"""

    strike: float = Field(..., description="Strike, price units, positive or negative")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")


class SpreadPut(Model):
    """Pays max(strike - (S1 - S2), 0) at expiry"""

    type: Literal["spread_put"] = Field(...)
    underlyings: list[str] = Field(..., description="Two assets: the first is received, the second is paid")
    strike: float = Field(..., description="Strike, price units; may be zero or negative")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class SsviParameters(Model):
    """The surface SSVI with a power-law skew (Gatheral and Jacquier 2014, 4.1 and 4.5)"""

    times: list[float] = Field(..., description="Years to the expiries, strictly increasing")
    volatilities: list[float] = Field(..., description="Implied volatility at the forward, one per time")
    rho: float = Field(..., description="Skew, the same at every time")
    eta: float = Field(..., description="Level of the skew function eta/(θ^gamma (1 + θ)^(1 − gamma)), θ = σ²t")
    gamma: float = Field(..., description="Its decay in θ")


class SsviSurface(Model):
    """The surface SSVI with a power-law skew (Gatheral and Jacquier 2014, 4.1 and 4.5), stored as the SVI smiles that its slices are. It is free of arbitrage where eta (1 + |rho|) is at most 2, gamma at most 1/2 and total variance does not fall"""

    expiries: list[Union[float, Date]] = Field(..., description="Years from the valuation date, or ISO 8601 dates, in order")
    volatilities: list[float] = Field(..., description="Implied volatility at the forward, one per expiry")
    rho: float = Field(..., description="Skew, the same at every time")
    eta: float = Field(..., description="Level of the skew function eta/(θ^gamma (1 + θ)^(1 − gamma)), θ = σ²t")
    gamma: float = Field(..., description="Its decay in θ")


class StoredCollateralAgreement(Model):
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    currency: str = Field(..., description="Currency of the amounts, ISO 4217")
    threshold: float = Field(..., description="Exposure above which collateral is called")
    minimum_transfer: float = Field(..., alias="minimumTransfer", description="Smallest amount that is transferred")
    margin_period_days: int = Field(..., alias="marginPeriodDays", description="Calendar days from the last margin call that is met to the close-out")
    initial_margin: float | None = Field(None, alias="initialMargin", description="Initial margin that is held, whatever the exposure")


class StoredCurveFuture(Model):
    """Interest rate future: simple interest at the rate (100 − price)/100 − convexity. Needs maturity, or tenor"""

    type: Literal["future"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    start: Union[float, Date] = Field(..., description="Years from the valuation date, or an ISO 8601 date; not before the valuation date")
    price: float = Field(...)
    convexity: float = Field(..., description="Amount by which the rate of the future exceeds the forward rate. Default: 0")


class StoredCurveInput(Model):
    """An interest rate curve. Needs times and zeroRates, or dates and discountFactors"""

    times: list[float] | None = Field(None, description="Years from the valuation date, strictly increasing")
    zero_rates: list[float] | None = Field(None, alias="zeroRates", description="One zero rate per time, decimal, continuously compounded; by default linear between the times and flat beyond")
    dates: list[Date] | None = Field(None, description="Strictly increasing ISO 8601 calendar dates")
    discount_factors: list[float] | None = Field(None, alias="discountFactors", description="One discount factor per date; by default its logarithm is linear between the dates and the forward rate flat beyond")
    interpolation: Literal["log_linear", "linear_zero", "monotone_convex"] | None = Field(None, description="How the curve is joined between its nodes: linear_zero (default with zeroRates), log_linear (default with discountFactors) or monotone_convex. A curve from calibrate/curve is used exactly as it was built if its nodes are given as times and zeroRates together with the interpolation that it was calibrated with")
    shift: CurveShift | None = Field(None)


class StoredCurveOis(Model):
    """Overnight index swap: a fixed leg against compounded overnight interest. Needs maturity, or tenor"""

    type: Literal["ois"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    rate: float = Field(..., description="Quoted rate, decimal")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] = Field(..., alias="fixedFrequency", description="Payments per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg; that of the request by default")


class StoredCurveSwap(Model):
    """Swap: a fixed leg, 30/360 unadjusted, against a floating leg. Needs maturity, or tenor"""

    type: Literal["swap"] = Field(...)
    maturity: Union[float, Date] | None = Field(None, description="Years from the valuation date, or an ISO 8601 date")
    tenor: str | None = Field(None, description="Length such as 2D, 1W, 3M or 10Y, counted from the start, or from settlementDays after the valuation date if there is no start; the end is adjusted by modified following")
    rate: float = Field(..., description="Quoted rate, decimal")
    fixed_frequency: Literal[1, 2, 3, 4, 6, 12] = Field(..., alias="fixedFrequency", description="Payments per year. Default: 1")
    fixed_day_count: Literal["ACT/360", "ACT/365F", "30/360", "30/360 US", "30E/360", "30E/360 ISDA", "ACT/ACT ISDA", "BUS/252"] | None = Field(None, alias="fixedDayCount", description="Day count of the fixed leg; 30/360 by default")
    floating_frequency: Literal[1, 2, 3, 4, 6, 12] = Field(..., alias="floatingFrequency", description="Floating payments per year; matters only together with a discountCurve. Default: 2")


class StoredSsvi(Model):
    """The parameters of SSVI of which the slices are, given or fitted"""

    rho: float = Field(...)
    eta: float = Field(...)
    gamma: float = Field(...)
    thetas: list[float] = Field(..., description="Total variance at the forward, one per slice")


class StrategyContractBearPutSpread(Model):
    strategy: Literal["bear_put_spread"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    lower_strike: float = Field(..., alias="lowerStrike", description="Strike, price units, above 0")
    upper_strike: float = Field(..., alias="upperStrike", description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyContractBullCallSpread(Model):
    strategy: Literal["bull_call_spread"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    lower_strike: float = Field(..., alias="lowerStrike", description="Strike, price units, above 0")
    upper_strike: float = Field(..., alias="upperStrike", description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyContractButterfly(Model):
    strategy: Literal["butterfly"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    lower_strike: float = Field(..., alias="lowerStrike", description="Strike, price units, above 0")
    middle_strike: float = Field(..., alias="middleStrike", description="Strike, price units, above 0")
    upper_strike: float = Field(..., alias="upperStrike", description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyContractCollar(Model):
    strategy: Literal["collar"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    put_strike: float = Field(..., alias="putStrike", description="Strike, price units, above 0")
    call_strike: float = Field(..., alias="callStrike", description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyContractIronCondor(Model):
    """Four strikes, spelled in one of two ways. Needs putBuy and putSell and callSell and callBuy"""

    strategy: Literal["iron_condor"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    put_buy: float | None = Field(None, alias="putBuy", description="Strike, price units, above 0")
    put_sell: float | None = Field(None, alias="putSell", description="Strike, price units, above 0")
    call_sell: float | None = Field(None, alias="callSell", description="Strike, price units, above 0")
    call_buy: float | None = Field(None, alias="callBuy", description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyContractStraddle(Model):
    strategy: Literal["straddle"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    strike: float = Field(..., description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyContractStrangle(Model):
    strategy: Literal["strangle"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    put_strike: float = Field(..., alias="putStrike", description="Strike, price units, above 0")
    call_strike: float = Field(..., alias="callStrike", description="Strike, price units, above 0")
    type: Literal["strategy"] = Field(...)


class StrategyPriceRequest(Model):
    """A named strategy, the market to price it in, and Monte Carlo settings"""

    strategy: StrategyTerms = Field(...)
    market: MarketInput = Field(...)
    pricer: PricerSettings | None = Field(None, description="Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class StrategyProduct(Model):
    """A product of type strategy"""

    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["strategy"] = Field(...)
    terms: StrategyTerms = Field(...)


class StrategyTermsBearPutSpread(Model):
    strategy: Literal["bear_put_spread"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    lower_strike: float = Field(..., alias="lowerStrike", description="Strike, price units, above 0")
    upper_strike: float = Field(..., alias="upperStrike", description="Strike, price units, above 0")


class StrategyTermsBullCallSpread(Model):
    strategy: Literal["bull_call_spread"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    lower_strike: float = Field(..., alias="lowerStrike", description="Strike, price units, above 0")
    upper_strike: float = Field(..., alias="upperStrike", description="Strike, price units, above 0")


class StrategyTermsButterfly(Model):
    strategy: Literal["butterfly"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    lower_strike: float = Field(..., alias="lowerStrike", description="Strike, price units, above 0")
    middle_strike: float = Field(..., alias="middleStrike", description="Strike, price units, above 0")
    upper_strike: float = Field(..., alias="upperStrike", description="Strike, price units, above 0")


class StrategyTermsCollar(Model):
    strategy: Literal["collar"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    put_strike: float = Field(..., alias="putStrike", description="Strike, price units, above 0")
    call_strike: float = Field(..., alias="callStrike", description="Strike, price units, above 0")


class StrategyTermsIronCondor(Model):
    """Four strikes, spelled in one of two ways. Needs putBuy and putSell and callSell and callBuy"""

    strategy: Literal["iron_condor"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    put_buy: float | None = Field(None, alias="putBuy", description="Strike, price units, above 0")
    put_sell: float | None = Field(None, alias="putSell", description="Strike, price units, above 0")
    call_sell: float | None = Field(None, alias="callSell", description="Strike, price units, above 0")
    call_buy: float | None = Field(None, alias="callBuy", description="Strike, price units, above 0")


class StrategyTermsStraddle(Model):
    strategy: Literal["straddle"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    strike: float = Field(..., description="Strike, price units, above 0")


class StrategyTermsStrangle(Model):
    strategy: Literal["strangle"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    put_strike: float = Field(..., alias="putStrike", description="Strike, price units, above 0")
    call_strike: float = Field(..., alias="callStrike", description="Strike, price units, above 0")


class StressGridRequest(Model):
    """Every combination of the shocks, at most 200000. Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    spot_shocks: list[float] = Field(..., alias="spotShocks")
    volatility_shocks: list[float] = Field(..., alias="volatilityShocks")
    rate_shocks: list[float] | None = Field(None, alias="rateShocks", description="Default: 0")
    time_shocks: list[float] | None = Field(None, alias="timeShocks", description="Default: 0")
    per_position: bool | None = Field(None, alias="perPosition", description="In a market: whether each result has the profit and loss of each position too")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class StressGridResponseResultsItemPositionsItem(Model):
    position: str = Field(..., description="Id of the position, or its place in the list, from 0, where it has none")
    pnl: float = Field(..., description="In the reporting currency")


class StressGridResponseResultsItem(Model):
    spot_shock: float = Field(..., alias="spotShock")
    volatility_shock: float = Field(..., alias="volatilityShock")
    rate_shock: float = Field(..., alias="rateShock")
    time_shock: float = Field(..., alias="timeShock")
    value: float = Field(..., description="Value after the shock")
    pnl: float = Field(..., description="Value less the unshocked value")
    positions: list[StressGridResponseResultsItemPositionsItem] | None = Field(None, description="With perPosition")


class StressGridResponseWorstPositionsItem(Model):
    position: str = Field(..., description="Id of the position, or its place in the list, from 0, where it has none")
    pnl: float = Field(..., description="In the reporting currency")


class StressGridResponseWorst(Model):
    """The lowest profit and loss"""

    spot_shock: float = Field(..., alias="spotShock")
    volatility_shock: float = Field(..., alias="volatilityShock")
    rate_shock: float = Field(..., alias="rateShock")
    time_shock: float = Field(..., alias="timeShock")
    value: float = Field(..., description="Value after the shock")
    pnl: float = Field(..., description="Value less the unshocked value")
    positions: list[StressGridResponseWorstPositionsItem] | None = Field(None, description="With perPosition")


class StressGridResponse(Model):
    base_value: float = Field(..., alias="baseValue")
    currency: str | None = Field(None, description="In a market: the reporting currency, in which all figures are")
    complete: bool | None = Field(None, description="In a market: whether every position is in the figures")
    failures: list[FailedItem] | None = Field(None, description="In a market: the positions that are not, with their reasons")
    results: list[StressGridResponseResultsItem] = Field(...)
    worst: StressGridResponseWorst = Field(..., description="The lowest profit and loss")


class StressRequest(Model):
    """Named and custom scenarios. Needs positions, or portfolioId"""

    positions: list[Union[OptionPosition, InstrumentPosition]] | None = Field(None, description="InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone")
    market: Union[BookMarket, MarketInput] | None = Field(None, description="The market of the positions that have none of their own")
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of the totals: by default that of the market’s first curve, or the first that a position states")
    scenarios: list[BookStressScenario] = Field(...)
    per_position: bool | None = Field(None, alias="perPosition", description="In a market: whether each result has the profit and loss of each position too")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out")


class StressResponseResultsItemPositionsItem(Model):
    position: str = Field(..., description="Id of the position, or its place in the list, from 0, where it has none")
    pnl: float = Field(..., description="In the reporting currency")


class StressResponseResultsItem(Model):
    name: str = Field(...)
    spot_shock: float = Field(..., alias="spotShock")
    volatility_shock: float = Field(..., alias="volatilityShock")
    rate_shock: float = Field(..., alias="rateShock")
    time_shock: float = Field(..., alias="timeShock")
    value: float = Field(..., description="Value after the shock")
    pnl: float = Field(..., description="Value less the unshocked value")
    positions: list[StressResponseResultsItemPositionsItem] | None = Field(None, description="With perPosition")
    moves: dict[str, float] | None = Field(None, description="Those that the scenario states")
    description: str | None = Field(None)


class StressResponseWorstPositionsItem(Model):
    position: str = Field(..., description="Id of the position, or its place in the list, from 0, where it has none")
    pnl: float = Field(..., description="In the reporting currency")


class StressResponseWorst(Model):
    """The lowest profit and loss"""

    name: str = Field(...)
    spot_shock: float = Field(..., alias="spotShock")
    volatility_shock: float = Field(..., alias="volatilityShock")
    rate_shock: float = Field(..., alias="rateShock")
    time_shock: float = Field(..., alias="timeShock")
    value: float = Field(..., description="Value after the shock")
    pnl: float = Field(..., description="Value less the unshocked value")
    positions: list[StressResponseWorstPositionsItem] | None = Field(None, description="With perPosition")
    moves: dict[str, float] | None = Field(None, description="Those that the scenario states")
    description: str | None = Field(None)


class StressResponse(Model):
    base_value: float = Field(..., alias="baseValue")
    currency: str | None = Field(None, description="In a market: the reporting currency, in which all figures are")
    complete: bool | None = Field(None, description="In a market: whether every position is in the figures")
    failures: list[FailedItem] | None = Field(None, description="In a market: the positions that are not, with their reasons")
    results: list[StressResponseResultsItem] = Field(...)
    worst: StressResponseWorst = Field(..., description="The lowest profit and loss")


class StrictEuropeanOption(Model):
    """As EuropeanOption; optionType must be call or put"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")


class StrictExercisableOption(Model):
    """As ExercisableOption; optionType must be call or put"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")
    exercise_style: Literal["european", "american"] | None = Field(None, alias="exerciseStyle", description="european: exercise at expiry only; american: at any time up to expiry. Default: european")


class StrictNormalOption(Model):
    """As NormalOption; optionType must be call or put"""

    strike: float = Field(..., description="Strike, price units, positive or negative")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="Side of the option; call by default. Default: call")


class StructuredPriceRequest(Model):
    """A term sheet, the market to price it in, and Monte Carlo settings"""

    product: StructuredProduct = Field(...)
    market: MarketInput = Field(...)
    pricer: PricerSettings | None = Field(None, description="Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class StructuredPriceResponseCallProbabilitiesItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    probability: float = Field(..., description="Probability that the note is called on this date")


class StructuredPriceResponseFallbacksItem(Model):
    from_: Literal["webgpu", "webasm", "cpu"] = Field(..., alias="from", description="Backend that failed")
    to: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend that was used instead")
    reason: str = Field(..., description="Error message of the backend that failed")


class StructuredPriceResponseRepricingItem(Model):
    asset: str | None = Field(None, description="Name of the asset, where the market names it")
    quotes: int = Field(..., description="Number of quotes of the surface")
    max_volatility_error: float = Field(..., alias="maxVolatilityError", description="Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count")
    expiry: float = Field(..., description="Expiry of the quote with that error, years")
    strike: float = Field(..., description="Strike of the quote with that error")
    max_price_error: float = Field(..., alias="maxPriceError", description="Largest error of an undiscounted price over the quotes, price units")


class StructuredPriceResponseCorrelationRepairCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset, or pair of an exchange rate")
    asset2: str = Field(..., description="Name of the other")
    correlation: float = Field(..., description="Of the nearest matrix")


class StructuredPriceResponseCorrelationRepair(Model):
    """The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none"""

    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Smallest eigenvalue of the stated matrix, below 0")
    distance: float = Field(..., description="Frobenius norm of the difference between the stated and the used matrix")
    correlations: list[StructuredPriceResponseCorrelationRepairCorrelationsItem] = Field(..., description="The correlations that were used, one per pair")


class StructuredPriceResponse(Model):
    """A Monte Carlo price, and how the note ends, under the pricing measure"""

    price: float = Field(..., description="Price of the whole notional, price units")
    call_probabilities: list[StructuredPriceResponseCallProbabilitiesItem] = Field(..., alias="callProbabilities", description="One entry per observation date, the last included; the rest to 1 is the probability that the note is never called")
    expected_life: float = Field(..., alias="expectedLife", description="Expected years until the note is called, or until the last date")
    expected_coupons: float = Field(..., alias="expectedCoupons", description="Expected sum of all coupons paid, undiscounted, on the notional; price units")
    protection_breach_probability: float = Field(..., alias="protectionBreachProbability", description="Probability that the note is never called and ends below protectionBarrier")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the price, price units")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")
    fallbacks: list[StructuredPriceResponseFallbacksItem] = Field(..., description="Backends that failed during the simulation, and why; empty if none did")
    variance_reduction: Literal["none", "conditional_expectation", "control_variate"] = Field(..., alias="varianceReduction", description="Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)")
    repricing: list[StructuredPriceResponseRepricingItem] | None = Field(None, description="How well a local volatility reprices the quotes of its surface; absent where no asset has one")
    lifecycle: list[LifecycleEvent] | None = Field(None, description="What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has")
    correlation_repair: StructuredPriceResponseCorrelationRepair | None = Field(None, alias="correlationRepair", description="The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none")


class StructuredProduct(Model):
    """Worst-of autocallable note with a notional. Needs callBarrier, or callBarriers"""

    type: Literal["worst_of_autocall"] = Field(...)
    underlyings: list[str] = Field(...)
    observation_dates: list[Date] = Field(..., alias="observationDates", description="Strictly increasing ISO 8601 calendar dates")
    call_barrier: float | None = Field(None, alias="callBarrier", description="Level at or above which the note redeems at 1, relative to the initial fixings")
    call_barriers: list[float] | None = Field(None, alias="callBarriers", description="In place of callBarrier: one level per observation date, in the same order, such as the falling levels of a step-down note")
    coupon_barrier: float = Field(..., alias="couponBarrier", description="Level at or above which the coupon is paid, relative to the initial fixings")
    protection_barrier: float = Field(..., alias="protectionBarrier", description="Level at or above which 1 is repaid on the last date, relative to the initial fixings")
    protection_monitoring: Literal["final", "daily", "continuous"] | None = Field(None, alias="protectionMonitoring", description="When the protection barrier is watched. final (the default): the worst performance of the last date. daily (252 equally spaced dates per year) or continuous: the protection is lost once any asset has been at or below protectionBarrier times its initial fixing, and the last date then repays at most 1")
    knocked: Date | None = Field(None, description="With daily or continuous protectionMonitoring: date, not after the valuation date, on which the protection was lost. Otherwise the fixings of past observation dates decide")
    airbag: float | None = Field(None, description="Without protection the last date repays min(1, worst performance/airbag) in place of the worst performance")
    participation: float | None = Field(None, description="Share of the worst performance above 1 that the last date pays besides, whether or not it calls the note; 0 by default")
    coupon_rate: float = Field(..., alias="couponRate", description="Coupon per observation, decimal")
    product_type: Literal["phoenix"] = Field(..., alias="productType", description="phoenix: a coupon on each observation date on which the coupon barrier is met")
    memory_coupon: bool = Field(..., alias="memoryCoupon", description="Whether a coupon also pays the coupons that were missed before it")
    initial_fixings: list[float] | None = Field(None, alias="initialFixings", description="One initial fixing per underlying, in the same order; by default those of startDate, or today's spots")
    start_date: Date | None = Field(None, alias="startDate", description="Date, not after the valuation date, whose fixings are the initial ones; in place of initialFixings")
    notional: float | None = Field(None, description="Notional that multiplies all amounts; price units. Default: 1")


class StructuredProductFields(Model):
    """A product of type structured"""

    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["structured"] = Field(...)
    terms: StructuredProduct = Field(...)


class StructuredSolveRequest(Model):
    """A term sheet, the term to solve for, and the price that it should give"""

    product: UnsolvedProduct = Field(...)
    market: MarketInput = Field(...)
    solve_for: Literal["couponRate", "callBarrier", "couponBarrier", "protectionBarrier"] = Field(..., alias="solveFor", description="The term to find: couponRate within [0, 1], callBarrier within [0, 2], couponBarrier within [0, 2], protectionBarrier within [0, 1]")
    target_price: float = Field(..., alias="targetPrice", description="Price of the whole notional, price units")
    pricer: PricerSettings | None = Field(None, description="Default: {}")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class StructuredSolveResponseFallbacksItem(Model):
    from_: Literal["webgpu", "webasm", "cpu"] = Field(..., alias="from", description="Backend that failed")
    to: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend that was used instead")
    reason: str = Field(..., description="Error message of the backend that failed")


class StructuredSolveResponseRepricingItem(Model):
    asset: str | None = Field(None, description="Name of the asset, where the market names it")
    quotes: int = Field(..., description="Number of quotes of the surface")
    max_volatility_error: float = Field(..., alias="maxVolatilityError", description="Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count")
    expiry: float = Field(..., description="Expiry of the quote with that error, years")
    strike: float = Field(..., description="Strike of the quote with that error")
    max_price_error: float = Field(..., alias="maxPriceError", description="Largest error of an undiscounted price over the quotes, price units")


class StructuredSolveResponseCorrelationRepairCorrelationsItem(Model):
    asset1: str = Field(..., description="Name of an asset, or pair of an exchange rate")
    asset2: str = Field(..., description="Name of the other")
    correlation: float = Field(..., description="Of the nearest matrix")


class StructuredSolveResponseCorrelationRepair(Model):
    """The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none"""

    smallest_eigenvalue: float = Field(..., alias="smallestEigenvalue", description="Smallest eigenvalue of the stated matrix, below 0")
    distance: float = Field(..., description="Frobenius norm of the difference between the stated and the used matrix")
    correlations: list[StructuredSolveResponseCorrelationRepairCorrelationsItem] = Field(..., description="The correlations that were used, one per pair")


class StructuredSolveResponse(Model):
    """The term found, and the price that it gives"""

    solve_for: Literal["couponRate", "callBarrier", "couponBarrier", "protectionBarrier"] = Field(..., alias="solveFor", description="The term that was solved for")
    solved_value: float = Field(..., alias="solvedValue", description="Value of the term at which the price equals targetPrice")
    price: float = Field(..., description="Price of the whole notional, price units")
    iterations: int = Field(..., description="Number of prices computed, including those that bracket the solution")
    standard_error: float = Field(..., alias="standardError", description="Standard error of the price, price units")
    num_paths: int = Field(..., alias="numPaths", description="Number of paths simulated")
    num_steps: int = Field(..., alias="numSteps", description="Number of time steps per path")
    seed: int = Field(..., description="Seed; with the same settings on the same backend it gives the same price")
    backend: Literal["webgpu", "webasm", "cpu"] = Field(..., description="Backend on which the paths were simulated")
    fallbacks: list[StructuredSolveResponseFallbacksItem] = Field(..., description="Backends that failed during the simulation, and why; empty if none did")
    variance_reduction: Literal["none", "conditional_expectation", "control_variate"] = Field(..., alias="varianceReduction", description="Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)")
    repricing: list[StructuredSolveResponseRepricingItem] | None = Field(None, description="How well a local volatility reprices the quotes of its surface; absent where no asset has one")
    lifecycle: list[LifecycleEvent] | None = Field(None, description="What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has")
    correlation_repair: StructuredSolveResponseCorrelationRepair | None = Field(None, alias="correlationRepair", description="The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none")


class StructuredTrade(Model):
    type: Literal["structured"] = Field(...)
    product: StructuredProduct = Field(...)
    quantity: float | None = Field(None, description="Units traded; negative if sold. Default: 1")


class SurfaceForwardCurve(Model):
    """The interest rates behind the forwards, as they were when the surface was written"""

    times: list[float] = Field(...)
    zero_rates: list[float] = Field(..., alias="zeroRates")
    interpolation: Literal["log_linear", "linear_zero", "monotone_convex"] = Field(...)


class Surface(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    underlying: str = Field(..., description="Name of the asset")
    valuation_date: Date = Field(..., alias="valuationDate", description="ISO 8601 calendar date from which its times count")
    spot: float = Field(...)
    dividend: float = Field(...)
    rate: float | None = Field(None)
    forward_curve_id: str | None = Field(None, alias="forwardCurveId")
    forward_curve_version: int | None = Field(None, alias="forwardCurveVersion", description="Version of the forward curve when the surface was written")
    forward_curve: SurfaceForwardCurve = Field(..., alias="forwardCurve", description="The interest rates behind the forwards, as they were when the surface was written")
    interpolation: Literal["total_variance"] = Field(...)
    slices: list[SurfaceSlice] = Field(..., description="In order of expiry")
    ssvi: StoredSsvi | None = Field(None)
    arbitrage: ArbitrageReport = Field(...)
    warnings: list[str] | None = Field(None)
    calibration_run_id: str | None = Field(None, alias="calibrationRunId", description="The run that fitted SVI or SSVI. Its receipt, of desk/v1/calibrate/surface, can be read and replayed")


class SurfacePoint(Model):
    strike: float = Field(...)
    time: float | None = Field(None, description="Years from the valuation date of the surface, ACT/365F")
    expiry: Date | None = Field(None, description="ISO 8601 calendar date, in place of time")


class SurfaceQuote(Model):
    """The implied volatility of one option"""

    expiry: Date | None = Field(None, description="ISO 8601 calendar date, in place of time")
    time: float | None = Field(None, description="Years from the valuation date, ACT/365F")
    strike: float | None = Field(None)
    delta: float | None = Field(None, description="Spot delta of the option quoted, in place of strike: above 0 of a call, below 0 of a put")
    implied_volatility: float = Field(..., alias="impliedVolatility", description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")


class SurfaceRequest(Model):
    """Implied volatilities of one underlying: quotes, a grid, or parameters of SVI or SSVI. Needs quotes, or deltaQuotes, or expiries and strikes and volatilities, or svi, or ssvi. Needs rate, or forwardCurveId"""

    name: str = Field(...)
    underlying: str = Field(..., description="Name of the asset")
    valuation_date: Date = Field(..., alias="valuationDate", description="ISO 8601 calendar date from which its times count")
    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    forward_curve_id: str | None = Field(None, alias="forwardCurveId", description="A stored curve, in place of rate")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    quotes: list[SurfaceQuote] | None = Field(None)
    delta_quotes: list[DeltaQuote] | None = Field(None, alias="deltaQuotes")
    delta_convention: DeltaConvention | None = Field(None, alias="deltaConvention")
    expiries: list[Union[float, Date]] | None = Field(None, description="Years from the valuation date, or ISO 8601 dates, in order")
    strikes: list[float] | None = Field(None, description="In order")
    volatilities: list[list[float]] | None = Field(None, description="A row per expiry and an entry per strike")
    svi: list[SviSlice] | None = Field(None)
    ssvi: SsviSurface | None = Field(None)
    fit: Literal["svi", "ssvi"] | None = Field(None, description="svi fits an SVI smile to the quotes of each expiry, of which there are at least 5, in place of splines through them: free of arbitrage by itself and above the smile of the expiry before, where such a smile exists near the quotes. ssvi fits one surface SSVI to the quotes of all expiries, three more than there are expiries at least: always free of arbitrage, of few parameters, which the stored surface has as ssvi. Each slice says how well it meets its quotes")
    interpolation: Literal["total_variance"] | None = Field(None, description="Cubic splines of total variance over log-moneyness, and total variance linear in time at the same moneyness. Default: total_variance")
    strict: bool | None = Field(None, description="Whether a surface that allows arbitrage is refused; otherwise it is stored with a warning. Default: false")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class SurfaceSlice(Model):
    """The smile of one expiry: quotes or SVI parameters"""

    expiry: Date = Field(..., description="Of a time, the nearest calendar date")
    time: float = Field(..., description="Years from the valuation date, ACT/365F")
    forward: float = Field(..., description="Forward of the underlying, price units")
    strikes: list[float] | None = Field(None, description="Of quotes, in order")
    volatilities: list[float] | None = Field(None, description="One implied volatility per strike, decimal")
    svi: SviParameters | None = Field(None)
    fit: SviFit | None = Field(None)


class SviFitFittedItem(Model):
    strike: float = Field(...)
    market_volatility: float = Field(..., alias="marketVolatility")
    model_volatility: float = Field(..., alias="modelVolatility")


class SviFit(Model):
    """How well SVI parameters that were fitted to quotes meet them"""

    rmse: float = Field(..., description="Root mean square error over `fitted`, in volatility")
    max_error: float = Field(..., alias="maxError", description="Largest error over `fitted`, in volatility")
    iterations: int = Field(..., description="Number of steps of the optimiser")
    converged: bool = Field(..., description="Whether the optimiser stopped for another reason than the limit of iterations")
    stop_reason: Literal["residuals", "gradient", "cost", "step", "iterations"] = Field(..., alias="stopReason", description="Why the optimiser stopped. residuals: the fit is exact up to rounding; gradient: no direction improves it; cost or step: the next step would change the cost or the parameters by less than the tolerance; iterations: the limit was reached")
    constrained: bool = Field(..., description="Whether the best fit alone would have allowed arbitrage, so that another was taken; of SSVI, whether a bound that keeps the surface free of it is met")
    fitted: list[SviFitFittedItem] = Field(..., description="The quotes and what the smile makes of them, in order of strike")


class SviParameters(Model):
    """w(k) = a + b (ρ (k − m) + √((k − m)² + σ²)), total variance at log-moneyness k = ln(K/F)"""

    a: float = Field(...)
    b: float = Field(...)
    rho: float = Field(...)
    m: float = Field(...)
    sigma: float = Field(...)


class SviSlice(Model):
    """SVI parameters of one expiry, of total variance over log-moneyness ln(K/F)"""

    expiry: Date | None = Field(None, description="ISO 8601 calendar date, in place of time")
    time: float | None = Field(None, description="Years from the valuation date, ACT/365F")
    a: float = Field(...)
    b: float = Field(...)
    rho: float = Field(...)
    m: float = Field(...)
    sigma: float = Field(...)


class SviSmile(Model):
    """Total variance a + b (rho (k − m) + √((k − m)² + sigma²)) at log-moneyness k = ln(K/F) (Gatheral and Jacquier 2014, 3.1)"""

    time: float = Field(..., description="Years to the expiry")
    a: float = Field(..., description="Level of total variance")
    b: float = Field(..., description="Slope; b (1 + |rho|) is at most 2 (Lee)")
    rho: float = Field(..., description="Skew")
    m: float = Field(..., description="Shift of log-moneyness")
    sigma: float = Field(..., description="Curvature at the money")


class Swaption(Model):
    """The right to enter an interest rate swap at a fixed rate. Needs tenor and paymentsPerYear, or paymentTimes and accruals"""

    option_type: Literal["payer", "receiver"] = Field(..., alias="optionType", description="payer: the right to pay the fixed rate; receiver: to receive it")
    strike: float = Field(..., description="Fixed rate of the swap, decimal, simple; may be negative")
    expiry: float = Field(..., description="Years to the expiry of the option, when the swap starts")
    tenor: float | None = Field(None, description="Length of the swap, years")
    payments_per_year: int | None = Field(None, alias="paymentsPerYear", description="Fixed payments per year; each accrues 1/paymentsPerYear")
    payment_times: list[float] | None = Field(None, alias="paymentTimes", description="Times of the fixed payments, strictly increasing, in place of tenor and paymentsPerYear")
    accruals: list[float] | None = Field(None, description="One accrual per payment")
    notional: float | None = Field(None, description="Multiplies the price. Default: 1")


class SwaptionCube(Model):
    """Volatilities of the swaptions of a currency by expiry, tenor and strike. Linear between expiries, tenors and strikes, and constant beyond them. They stay at their strike spreads when rates move. Needs type and expiries and tenors and strikeSpreads and volatilities, or rateVolatilitiesId"""

    type: Literal["normal", "lognormal", "shifted"] | None = Field(None, description="Whether it is of the rate itself (normal), of its logarithm (lognormal), or of that of the rate plus shift (shifted)")
    shift: float | None = Field(None, description="With shifted: added to forward and strike")
    expiries: list[float] | None = Field(None, description="Years from the valuation date, ACT/365F, strictly increasing")
    tenors: list[float] | None = Field(None, description="Lengths of the swaps in years, strictly increasing")
    strike_spreads: list[float] | None = Field(None, alias="strikeSpreads", description="Strikes less the forward swap rate, strictly increasing")
    volatilities: list[list[list[float]]] | None = Field(None, description="One list per expiry, in it one per tenor, with one entry per strike spread")
    rate_volatilities_id: str | None = Field(None, alias="rateVolatilitiesId", description="Id of what is stored, in place of type, shift, expiries, tenors, strikeSpreads, strikes, volatilities")


class SwaptionMarket(Model):
    """Discount and projection curve, and the volatility of a rate: lognormal (Black), shifted lognormal, or normal (Bachelier), or volatilities by expiry. Needs rate, or curve. Needs volatility, or normalVolatility, or volatilities"""

    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    projection_curve: CurveInput | None = Field(None, alias="projectionCurve", description="Curve that projects the floating rate; by default that which discounts")
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    volatilities: SwaptionVolatilities | None = Field(None)
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    normal_volatility: float | None = Field(None, alias="normalVolatility", description="Normal volatility of the rate (Bachelier), absolute: 0.01 is one percentage point per square root of a year")
    shift: float | None = Field(None, description="Added to forward and strike under a lognormal volatility, so that rates below 0 can be priced; 0 by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class SwaptionMatrix(Model):
    """Volatilities of the swaptions of a currency by expiry and tenor, the same at every strike. Linear between expiries, tenors and strikes, and constant beyond them. Needs type and expiries and tenors and volatilities, or rateVolatilitiesId"""

    type: Literal["normal", "lognormal", "shifted"] | None = Field(None, description="Whether it is of the rate itself (normal), of its logarithm (lognormal), or of that of the rate plus shift (shifted)")
    shift: float | None = Field(None, description="With shifted: added to forward and strike")
    expiries: list[float] | None = Field(None, description="Years from the valuation date, ACT/365F, strictly increasing")
    tenors: list[float] | None = Field(None, description="Lengths of the swaps in years, strictly increasing")
    volatilities: list[list[float]] | None = Field(None, description="One list per expiry, with one entry per tenor; normal: absolute per √year; otherwise decimal")
    rate_volatilities_id: str | None = Field(None, alias="rateVolatilitiesId", description="Id of what is stored, in place of type, shift, expiries, tenors, strikeSpreads, strikes, volatilities")


class SwaptionQuote(Model):
    """The volatility of one swaption of a matrix. Needs volatility, or normalVolatility"""

    expiry: float = Field(..., description="Years to expiry, when the swap starts")
    tenor: float = Field(..., description="Length of the swap, years")
    strike: float | None = Field(None, description="Fixed rate; by default the forward swap rate")
    volatility: float | None = Field(None, description="Lognormal volatility (Black) of the swap rate, or of the rate plus shift")
    shift: float | None = Field(None, description="Added to rate and strike under a lognormal volatility")
    normal_volatility: float | None = Field(None, alias="normalVolatility", description="Normal volatility (Bachelier) of the swap rate, absolute")
    weight: float | None = Field(None, description="Weight of the squared error. Default: 1")


class SwaptionTrade(Model):
    """The right to enter a swap at expiry, paying (payer) or receiving (receiver) the fixed rate"""

    type: Literal["swaption"] = Field(...)
    id: str | None = Field(None, description="The caller’s own name of the trade, returned with its results")
    currency: str = Field(..., description="Currency, ISO 4217")
    notional: float = Field(..., description="Notional of both legs")
    side: Literal["payer", "receiver"] = Field(..., description="Whether the fixed rate is paid or received")
    fixed_rate: float = Field(..., alias="fixedRate", description="Fixed rate, decimal, simple; may be negative")
    maturity: float = Field(..., description="Years to the last payment")
    fixed_frequency: int = Field(..., alias="fixedFrequency", description="Payments of the fixed leg per year, counted back from the maturity; the first period may be short")
    floating_frequency: int = Field(..., alias="floatingFrequency", description="Payments of the floating leg per year, counted back from the maturity; the first period may be short")
    expiry: float = Field(..., description="Years to the expiry, when the swap starts; before maturity")
    settlement: Literal["cash", "physical"] | None = Field(None, description="cash: the value of the swap is paid at expiry; physical: the swap is entered and runs to its maturity. Default: physical")
    quantity: float | None = Field(None, description="Options held; negative for options sold. Default: 1")


class Template(Model):
    id: str = Field(...)
    name: str = Field(...)
    description: str = Field(...)
    contract: dict[str, Any] = Field(..., description="As ContractSpec")
    market: dict[str, Any] = Field(..., description="As MarketInput")


class TimedDividend(Model):
    """A dividend after some years, in cash or as a proportion of the price"""

    time: float = Field(...)
    amount: float | None = Field(None, description="Cash per share, price units: the spot falls by it on the ex-date")
    proportion: float | None = Field(None, description="Part of the price before it, in place of amount: 0.02 takes 2 % off the spot")


class TradeEventChangesItem(Model):
    pointer: str = Field(...)
    from_: Any | None = Field(None, alias="from", description="null: absent")
    to: Any | None = Field(None, description="null: absent")


class TradeEvent(Model):
    version: int = Field(...)
    event: Literal["booked", "amended", "cancelled"] = Field(...)
    at: str = Field(...)
    by: str | None = Field(None, description="Id of the key or user")
    changes: list[TradeEventChangesItem] = Field(..., description="Where it differs from the version before, at most 100")


class TradeFields(Model):
    """A trade as it is booked or amended"""

    trade_date: Date = Field(..., alias="tradeDate", description="ISO 8601 calendar date")
    counterparty_id: str | None = Field(None, alias="counterpartyId", description="A stored counterparty")
    netting_set_id: str | None = Field(None, alias="nettingSetId", description="A netting set of the counterparty")
    portfolio_id: str | None = Field(None, alias="portfolioId", description="The stored portfolio to which the trade belongs")
    tags: list[str] | None = Field(None)
    terms: AnyTradeTerms = Field(...)


class TwoAssetMarketAsset1(Model):
    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")


class TwoAssetMarketAsset2(Model):
    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    volatility: float = Field(..., description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")


class TwoAssetMarket(Model):
    """Two assets, their correlation, and a rate or curve. Needs rate, or curve"""

    asset1: TwoAssetMarketAsset1 = Field(...)
    asset2: TwoAssetMarketAsset2 = Field(...)
    correlation: float = Field(..., description="Correlation of the two Brownian motions, within [-1, 1]")
    rate: float | None = Field(None, description="Interest rate, decimal, continuously compounded")
    curve: CurveInput | None = Field(None)
    valuation_date: Date | None = Field(None, alias="valuationDate", description="ISO 8601 calendar date; today (UTC) by default")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class UnsolvedProduct(Model):
    """Worst-of autocallable note. The term that is solved for may be left out; if given, the search starts there"""

    type: Literal["worst_of_autocall"] = Field(...)
    underlyings: list[str] = Field(...)
    observation_dates: list[Date] = Field(..., alias="observationDates", description="Strictly increasing ISO 8601 calendar dates")
    call_barrier: float | None = Field(None, alias="callBarrier", description="Level at or above which the note redeems at 1, relative to the initial fixings")
    call_barriers: list[float] | None = Field(None, alias="callBarriers", description="In place of callBarrier: one level per observation date, in the same order, such as the falling levels of a step-down note")
    coupon_barrier: float | None = Field(None, alias="couponBarrier", description="Level at or above which the coupon is paid, relative to the initial fixings")
    protection_barrier: float | None = Field(None, alias="protectionBarrier", description="Level at or above which 1 is repaid on the last date, relative to the initial fixings")
    protection_monitoring: Literal["final", "daily", "continuous"] | None = Field(None, alias="protectionMonitoring", description="When the protection barrier is watched. final (the default): the worst performance of the last date. daily (252 equally spaced dates per year) or continuous: the protection is lost once any asset has been at or below protectionBarrier times its initial fixing, and the last date then repays at most 1")
    knocked: Date | None = Field(None, description="With daily or continuous protectionMonitoring: date, not after the valuation date, on which the protection was lost. Otherwise the fixings of past observation dates decide")
    airbag: float | None = Field(None, description="Without protection the last date repays min(1, worst performance/airbag) in place of the worst performance")
    participation: float | None = Field(None, description="Share of the worst performance above 1 that the last date pays besides, whether or not it calls the note; 0 by default")
    coupon_rate: float | None = Field(None, alias="couponRate", description="Coupon per observation, decimal")
    product_type: Literal["phoenix"] = Field(..., alias="productType", description="phoenix: a coupon on each observation date on which the coupon barrier is met")
    memory_coupon: bool = Field(..., alias="memoryCoupon", description="Whether a coupon also pays the coupons that were missed before it")
    initial_fixings: list[float] | None = Field(None, alias="initialFixings", description="One initial fixing per underlying, in the same order; by default those of startDate, or today's spots")
    start_date: Date | None = Field(None, alias="startDate", description="Date, not after the valuation date, whose fixings are the initial ones; in place of initialFixings")
    notional: float | None = Field(None, description="Notional that multiplies all amounts; price units. Default: 1")


class ValidationResultWorst(Model):
    case: str = Field(...)
    error: float = Field(...)
    tolerance: float = Field(...)


class ValidationResult(Model):
    pricer_id: str = Field(..., alias="pricerId")
    pricer_version: int = Field(..., alias="pricerVersion")
    fingerprint: str = Field(...)
    cases: int = Field(...)
    passed: int = Field(...)
    failed: int = Field(...)
    worst: ValidationResultWorst | None = Field(None)


class ValidationRun(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    pricers: list[str] = Field(...)
    depth: Literal["quick", "full"] = Field(...)
    state: Literal["queued", "running", "succeeded", "failed"] = Field(..., description="succeeded: every case was compared; whether the pricers passed is in the results")
    progress: float = Field(...)
    results: list[ValidationResult] = Field(...)
    error: str | None = Field(None, description="Why the run failed")
    ended_at: str | None = Field(None, alias="endedAt")


class ValidationRunRequest(Model):
    pricers: list[str] | None = Field(None, description="Ids of pricers, or of operations such as riskBacktest, that have reference cases; by default all. Default: ")
    depth: Literal["quick", "full"] | None = Field(None, description="full: with the cases that need a simulation or a grid. Default: quick")


class ValueAtRiskResponseComponentsItemStandardErrors(Model):
    """With withStandardErrors"""

    contribution: float = Field(...)
    incremental: float | None = Field(None)


class ValueAtRiskResponseComponentsItem(Model):
    position: str | None = Field(None, description="Id of the position, or its place in the list, from 0, where it has none")
    underlying: str | None = Field(None)
    factor_kind: Literal["spot", "fx", "rate", "projection", "credit", "volatility", "dividend"] | None = Field(None, alias="factorKind")
    delta: float | None = Field(None, description="Units of the underlying")
    contribution: float = Field(..., description="Euler contribution to the figure: those of the underlyings of an option book add up to it, and those of the positions of a book in a market. Of a kind of factor: the loss where its moves come alone in the scenario of the figure; of parametric figures its Euler contribution")
    incremental: float | None = Field(None, description="With incremental: the figure less that of the book without the underlying’s positions")
    standard_errors: ValueAtRiskResponseComponentsItemStandardErrors | None = Field(None, alias="standardErrors", description="With withStandardErrors")


class ValueAtRiskResponseTailItemPositionsItem(Model):
    position: str = Field(..., description="Id of the position, or its place in the list, from 0, where it has none")
    pnl: float = Field(..., description="In the reporting currency")


class ValueAtRiskResponseTailItem(Model):
    scenario: int = Field(..., description="Place among the scenarios, the oldest 0")
    date: Date | None = Field(None)
    pnl: float = Field(...)
    positions: list[ValueAtRiskResponseTailItemPositionsItem] = Field(..., description="Those that lose most, at most 20")


class ValueAtRiskResponseProfitAndLossItem(Model):
    date: Date | None = Field(None)
    pnl: float = Field(...)


class ValueAtRiskResponseStandardErrors(Model):
    """Standard errors of both figures, where they are simulated or withStandardErrors asks for them"""

    value_at_risk: float = Field(..., alias="valueAtRisk")
    expected_shortfall: float = Field(..., alias="expectedShortfall")


class ValueAtRiskResponse(Model):
    """Value at risk with its contributions"""

    value_at_risk: float = Field(..., alias="valueAtRisk", description="A loss is positive")
    expected_shortfall: float = Field(..., alias="expectedShortfall", description="Mean loss beyond the value at risk")
    components: list[ValueAtRiskResponseComponentsItem] = Field(..., description="Of an option book by underlying; in a market by position, by underlying, and with byFactorKind by kind of factor")
    currency: str | None = Field(None, description="In a market: the reporting currency, in which all figures are")
    complete: bool | None = Field(None, description="In a market: whether every position is in the figures")
    failures: list[FailedItem] | None = Field(None, description="In a market: the positions that are not, with their reasons")
    base_value: float | None = Field(None, alias="baseValue", description="In a market: sum of the values of the positions")
    tail: list[ValueAtRiskResponseTailItem] | None = Field(None, description="In a market: the scenarios whose mean is the expected shortfall, the worst first")
    mean: float | None = Field(None, description="Of the profit and loss")
    standard_deviation: float | None = Field(None, alias="standardDeviation")
    skewness: float | None = Field(None)
    excess_kurtosis: float | None = Field(None, alias="excessKurtosis")
    scenarios: int | None = Field(None, description="Historical scenarios revalued")
    profit_and_loss: list[ValueAtRiskResponseProfitAndLossItem] | None = Field(None, alias="profitAndLoss", description="With withScenarios, that of every historical scenario, the oldest first")
    standard_error: float | None = Field(None, alias="standardError", description="Standard error of the value at risk, where it is simulated or withStandardErrors asks for it")
    standard_errors: ValueAtRiskResponseStandardErrors | None = Field(None, alias="standardErrors", description="Standard errors of both figures, where they are simulated or withStandardErrors asks for them")
    num_paths: int | None = Field(None, alias="numPaths")
    seed: int | None = Field(None)
    backend: Literal["double"] | None = Field(None, description="The arithmetic that simulated: double precision on the processor")


class VanillaBatchRequest(Model):
    """1 to 100 000 options, priced in the given order"""

    options: list[BatchOption] = Field(..., description="BatchOption objects; an invalid one fails alone")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class VanillaCall(Model):
    """Pays max(S - strike, 0) at expiry"""

    type: Literal["vanilla_call"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class VanillaOptionRequest(Model):
    """A European option and its market: a volatility (a number, by time, or a surface), a dividend yield and dividends on dates"""

    spot: float = Field(..., description="Spot of the underlying, price units, above 0")
    strike: float = Field(..., description="Strike, price units, above 0")
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    dividend: float | None = Field(None, description="Dividend yield, decimal, continuously compounded. Default: 0")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    volatility: float | None = Field(None, description="Volatility, decimal (0.2 is 20 %); 0 gives the exact limit")
    volatility_term_structure: VolatilityTermStructure | None = Field(None, alias="volatilityTermStructure")
    volatility_surface: VolatilitySurface | None = Field(None, alias="volatilitySurface", description="Implied volatilities by strike and expiry, in place of volatility: read at the strike and the expiry of the option, and then a constant. Beside dividends in cash it is the volatility of the forward. An American option follows the local volatility of the surface")
    dividends: list[TimedDividend] | None = Field(None, description="Dividends on dates, beside the dividend yield. The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="Id of a stored snapshot, in which every name of stored data in this object is looked up")


class VanillaProduct(Model):
    """A product of type vanilla"""

    name: str = Field(...)
    description: str | None = Field(None)
    type: Literal["vanilla"] = Field(...)
    terms: VanillaTerms = Field(...)


class VanillaPut(Model):
    """Pays max(strike - S, 0) at expiry"""

    type: Literal["vanilla_put"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class VanillaTerms(Model):
    """A European option without its market"""

    underlying: str | None = Field(None, description="Name of the asset, by which a market with several finds it")
    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")


class VanillaTrade(Model):
    underlying: str | None = Field(None, description="Name of the asset, by which a market with several finds it")
    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Time to expiry, years; 0 gives the exact limit")
    option_type: Literal["call", "put"] | None = Field(None, alias="optionType", description="`put` selects a put; any other value, or none, is a call. Default: call")
    type: Literal["vanilla"] = Field(...)
    quantity: float | None = Field(None, description="Units traded; negative if sold. Default: 1")


class VarianceSwap(Model):
    """Pays realised variance - strikeVolatility squared at expiry; the variance is the sum of the squared log returns times the observations per year, divided by their number"""

    type: Literal["variance_swap"] = Field(...)
    underlying: str = Field(..., description="Name of an asset of the market")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")
    strike_volatility: float = Field(..., alias="strikeVolatility", description="Volatility strike, decimal (0.2 is 20 %)")
    monitoring: Literal["daily", "weekly", "monthly"] | None = Field(None, description="Observation schedule, daily by default: max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to expiry at T years")
    observation_dates: list[Date] | None = Field(None, alias="observationDates", description="Observation dates: strictly increasing ISO 8601 calendar dates, not after expiry")
    start_date: Date | None = Field(None, alias="startDate", description="With observationDates: date of the initial fixing, not after the valuation date; today by default")
    periods_per_year: float | None = Field(None, alias="periodsPerYear", description="With observationDates: number of observations per year to which the variance is scaled; 252 by default")


class VolatilityQuote(Model):
    """The implied volatility of one European option"""

    strike: float = Field(..., description="Strike, price units, above 0")
    time: float = Field(..., description="Years to expiry")
    implied_volatility: float = Field(..., alias="impliedVolatility")
    weight: float | None = Field(None, description="Weight of the squared error. Default: 1")


class VolatilitySurface(Model):
    """Implied volatilities by strike and expiry: quotes, SVI smiles or SSVI. It must be free of arbitrage: calls convex in the strike, SVI smiles with g(k) ≥ 0 and wings no steeper than 2, and total variance that does not fall with time at the same moneyness. Needs strikes and expiries and volatilities, or svi, or ssvi, or surfaceId"""

    strikes: list[float] | None = Field(None, description="Strikes of the quotes, price units, strictly increasing")
    expiries: list[float] | None = Field(None, description="Expiries of the quotes, years, strictly increasing")
    volatilities: list[list[float]] | None = Field(None, description="Implied volatilities, one row per expiry and one entry per strike; they must be free of arbitrage")
    svi: list[SviSmile] | None = Field(None, description="SVI smiles in order of expiry")
    ssvi: SsviParameters | None = Field(None)
    surface_id: str | None = Field(None, alias="surfaceId", description="Id of what is stored, in place of strikes, expiries, volatilities")


class VolatilityTermStructure(Model):
    """Implied volatilities by time, in place of volatility: the variance of the asset is constant between the times, and the implied volatility stays before the first and after the last"""

    times: list[float] = Field(..., description="Years from the valuation date, strictly increasing")
    volatilities: list[float] = Field(..., description="Implied volatility up to each time, decimal; σ²t must not fall from one time to the next")


class WorstOfAutocall(Model):
    """Worst-of autocallable note on a notional of 1. Needs callBarrier, or callBarriers"""

    type: Literal["worst_of_autocall"] = Field(...)
    underlyings: list[str] = Field(...)
    observation_dates: list[Date] = Field(..., alias="observationDates", description="Strictly increasing ISO 8601 calendar dates")
    call_barrier: float | None = Field(None, alias="callBarrier", description="Level at or above which the note redeems at 1, relative to the initial fixings")
    call_barriers: list[float] | None = Field(None, alias="callBarriers", description="In place of callBarrier: one level per observation date, in the same order, such as the falling levels of a step-down note")
    coupon_barrier: float = Field(..., alias="couponBarrier", description="Level at or above which the coupon is paid, relative to the initial fixings")
    protection_barrier: float = Field(..., alias="protectionBarrier", description="Level at or above which 1 is repaid on the last date, relative to the initial fixings")
    protection_monitoring: Literal["final", "daily", "continuous"] | None = Field(None, alias="protectionMonitoring", description="When the protection barrier is watched. final (the default): the worst performance of the last date. daily (252 equally spaced dates per year) or continuous: the protection is lost once any asset has been at or below protectionBarrier times its initial fixing, and the last date then repays at most 1")
    knocked: Date | None = Field(None, description="With daily or continuous protectionMonitoring: date, not after the valuation date, on which the protection was lost. Otherwise the fixings of past observation dates decide")
    airbag: float | None = Field(None, description="Without protection the last date repays min(1, worst performance/airbag) in place of the worst performance")
    participation: float | None = Field(None, description="Share of the worst performance above 1 that the last date pays besides, whether or not it calls the note; 0 by default")
    coupon_rate: float = Field(..., alias="couponRate", description="Coupon per observation, decimal")
    product_type: Literal["phoenix"] = Field(..., alias="productType", description="phoenix: a coupon on each observation date on which the coupon barrier is met")
    memory_coupon: bool = Field(..., alias="memoryCoupon", description="Whether a coupon also pays the coupons that were missed before it")
    initial_fixings: list[float] | None = Field(None, alias="initialFixings", description="One initial fixing per underlying, in the same order; by default those of startDate, or today's spots")
    start_date: Date | None = Field(None, alias="startDate", description="Date, not after the valuation date, whose fixings are the initial ones; in place of initialFixings")


class WorstOfCall(Model):
    """Pays max(lowest of the spots - strike, 0) at expiry"""

    type: Literal["worst_of_call"] = Field(...)
    underlyings: list[str] = Field(...)
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class WorstOfPut(Model):
    """Pays max(strike - lowest of the spots, 0) at expiry"""

    type: Literal["worst_of_put"] = Field(...)
    underlyings: list[str] = Field(...)
    strike: float = Field(..., description="Strike, price units, above 0")
    expiry: Date = Field(..., description="ISO 8601 calendar date on which it pays")


class WrongWayRisk(Model):
    """Default intensities that move with the market. The intensity is a function of time and a Gaussian factor (Hull-White), so that it may fall below zero; a payment on survival keeps the value that the survival curve and the discount curve give it"""

    counterparty: HazardModel | None = Field(None)
    own: HazardModel | None = Field(None)
    correlation: float | None = Field(None, description="Of the two intensities, which counts with firstToDefault and with funding.survivalWeighted. Default: 0")


class XvaCapital(Model):
    cost_of_capital: float = Field(..., alias="costOfCapital", description="Cost of a unit of capital per year")
    method: Literal["exposure", "sa_ccr"] | None = Field(None, description="sa_ccr: the regulatory exposure at default, of which a swaption with physical settlement counts after its expiry as exercised or not by the forward rate of today; exposure: capitalFactor · ee. sa_ccr by default without a capitalFactor")
    capital_factor: float | None = Field(None, alias="capitalFactor", description="Capital per unit of expected exposure")
    risk_weight: float | None = Field(None, alias="riskWeight", description="Of the counterparty, for sa_ccr; 1 by default")


class XvaFunding(Model):
    borrow_spread: float | None = Field(None, alias="borrowSpread", description="Spread at which positive exposure is funded, per year. Default: 0")
    lend_spread: float | None = Field(None, alias="lendSpread", description="Spread that negative exposure earns, per year. Default: 0")
    survival_weighted: bool | None = Field(None, alias="survivalWeighted", description="Whether each bucket counts with the probability that both parties survive to its start. Default: false")


class XvaPartyHazardCurve(Model):
    """Needs times and hazardRates, or counterpartyId"""

    times: list[float] | None = Field(None, description="Years, strictly increasing")
    hazard_rates: list[float] | None = Field(None, alias="hazardRates", description="One default intensity per time, decimal per year, in force up to that time; the last one also holds beyond it")
    counterparty_id: str | None = Field(None, alias="counterpartyId", description="Id of what is stored, in place of times, hazardRates")


class XvaParty(Model):
    """The credit of one party. Needs recoveryRate, or counterpartyId"""

    hazard_rate: float | None = Field(None, alias="hazardRate", description="Default intensity, decimal per year, constant in time")
    hazard_curve: XvaPartyHazardCurve | None = Field(None, alias="hazardCurve", description="Needs times and hazardRates, or counterpartyId")
    cds_curve: CreditSpreads | None = Field(None, alias="cdsCurve", description="Par spreads of standard credit default swaps, in place of hazardRate")
    recovery_rate: float | None = Field(None, alias="recoveryRate", description="Recovery at default, as a fraction of the exposure")
    counterparty_id: str | None = Field(None, alias="counterpartyId", description="Id of what is stored, in place of hazardRate, hazardCurve, cdsCurve, recoveryRate")


class XvaRequestExposureItem(Model):
    time: float = Field(..., description="Years. The first may be 0, today; without it the first bucket counts with the exposure at its end")
    ee: float = Field(..., description="Expected positive exposure, undiscounted")
    nee: float = Field(..., description="Expected negative exposure, undiscounted, positive")
    ee_before: float | None = Field(None, alias="eeBefore", description="ee just before the payments of the date; ee by default")
    nee_before: float | None = Field(None, alias="neeBefore", description="nee just before them; nee by default")


class XvaRequest(Model):
    """A netting set, its parties, and what funding and capital cost. Needs trades and counterparty, or exposure and counterparty, or nettingSetId"""

    trades: list[SimulatedTrade] | None = Field(None)
    exposure: list[XvaRequestExposureItem] | None = Field(None, description="A profile made elsewhere, in place of trades; it is given as collateralised")
    market: CrossAssetMarket | None = Field(None)
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of every amount of the result; by default that of the first curve")
    exposure_times: list[float] | None = Field(None, alias="exposureTimes", description="Ends of the buckets, years; by default months up to the last maturity, at most 120 equal buckets, and at least eight to the first maturity")
    collateral: CollateralAgreement | None = Field(None)
    pricer: ExposureSimulationSettings | None = Field(None)
    integration: Literal["mean", "end"] | None = Field(None, description="The exposure that a bucket counts with. mean: the mean of that just after the payments at its start and that just before those at its end, of second order in its length; with modelled initial margin the first bucket counts as with end. end: that at its end, after the payments. Default: mean")
    counterparty: XvaParty | None = Field(None)
    own: XvaParty | None = Field(None, description="Own credit; without it there is no DVA")
    funding: XvaFunding | None = Field(None, description="Default: {}")
    capital: XvaCapital | None = Field(None)
    first_to_default: bool | None = Field(None, alias="firstToDefault", description="Whether CVA and DVA count only defaults before that of the other party; by default they are unilateral. Default: false")
    wrong_way_risk: WrongWayRisk | None = Field(None, alias="wrongWayRisk")
    allocation: bool | None = Field(None, description="Whether every measure is allocated to the trades. Default: false")
    netting_set_id: str | None = Field(None, alias="nettingSetId", description="A stored netting set: its living trades, its collateral agreement and the credit curve of its counterparty are taken. Its currency is the default of reportingCurrency, and market may be left out: the stored market is taken, as a limit’s utilisation takes it")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market that the request leaves out")
    correlation_id: str | None = Field(None, alias="correlationId", description="A stored correlation matrix, for the market that a request with nettingSetId leaves out: of shares (ACME), short rates (USD) and exchange rates with the reporting currency (EURUSD or USDEUR). Pairs that it lacks are uncorrelated, and the result warns")


class XvaResponseStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaResponseExposureItemPfeItem(Model):
    level: float = Field(...)
    value: float = Field(..., description="Quantile of the exposure at this level")
    standard_error: float = Field(..., alias="standardError")


class XvaResponseExposureItemStandardErrors(Model):
    """Absent where the profile was given"""

    ee: float = Field(...)
    nee: float = Field(...)
    ee_before: float | None = Field(None, alias="eeBefore")
    nee_before: float | None = Field(None, alias="neeBefore")
    pfe95: float = Field(...)
    pfe99: float = Field(...)


class XvaResponseExposureItem(Model):
    time: float = Field(..., description="Years: the end of a bucket, or 0 where today was given")
    ee: float = Field(..., description="Expected exposure E[max(V/B, 0)]/P(0, t), after the payments of the date")
    nee: float = Field(..., description="Expected negative exposure, positive")
    ee_before: float | None = Field(None, alias="eeBefore", description="ee just before the payments of the date; absent with the integration end")
    nee_before: float | None = Field(None, alias="neeBefore", description="nee just before them")
    pfe95: float | None = Field(None, description="95 % quantile of the exposure")
    pfe99: float | None = Field(None, description="99 % quantile of the exposure")
    pfe: list[XvaResponseExposureItemPfeItem] | None = Field(None, description="With pfeLevels, in their order")
    standard_errors: XvaResponseExposureItemStandardErrors | None = Field(None, alias="standardErrors", description="Absent where the profile was given")


class XvaResponseAllocationItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaResponseAllocationItem(Model):
    trade: int = Field(..., description="Index of the trade")
    id: str | None = Field(None)
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaResponseAllocationItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaResponse(Model):
    """Valuation adjustments of a netting set, all as positive amounts"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaResponseStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")
    value: float | None = Field(None, description="Risk-free value today")
    exposure: list[XvaResponseExposureItem] = Field(...)
    allocation: list[XvaResponseAllocationItem] | None = Field(None, description="Euler shares of the trades, which add up to the measures")
    reporting_currency: str = Field(..., alias="reportingCurrency")
    num_paths: int | None = Field(None, alias="numPaths", description="Paths simulated; absent where the profile was given")
    seed: int | None = Field(None)
    backend: Literal["double"] | None = Field(None, description="The arithmetic that simulated: double precision on the processor")


class XvaSensitivitiesRequest(Model):
    """Needs trades and counterparty, or nettingSetId"""

    trades: list[SimulatedTrade] | None = Field(None)
    market: CrossAssetMarket | None = Field(None)
    reporting_currency: str | None = Field(None, alias="reportingCurrency", description="Currency of every amount of the result; by default that of the first curve")
    exposure_times: list[float] | None = Field(None, alias="exposureTimes", description="Ends of the buckets, years; by default months up to the last maturity, at most 120 equal buckets, and at least eight to the first maturity")
    collateral: CollateralAgreement | None = Field(None)
    pricer: ExposureSimulationSettings | None = Field(None)
    integration: Literal["mean", "end"] | None = Field(None, description="The exposure that a bucket counts with. mean: the mean of that just after the payments at its start and that just before those at its end, of second order in its length; with modelled initial margin the first bucket counts as with end. end: that at its end, after the payments. Default: mean")
    counterparty: XvaParty | None = Field(None)
    own: XvaParty | None = Field(None, description="Own credit; without it there is no DVA")
    funding: XvaFunding | None = Field(None, description="Default: {}")
    capital: XvaCapital | None = Field(None)
    first_to_default: bool | None = Field(None, alias="firstToDefault", description="Whether CVA and DVA count only defaults before that of the other party; by default they are unilateral. Default: false")
    tenors: list[float] | None = Field(None, description="Years: nodes between which a bump of the zero rate, or of the default intensity, is linear. Default: 0.25, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30")
    projection_bumps: bool | None = Field(None, alias="projectionBumps", description="Whether the sensitivity to each projection curve of the market is given, moved by itself (projectionRates). Default: false")
    wrong_way_risk: WrongWayRisk | None = Field(None, alias="wrongWayRisk")
    correlation_bumps: bool | None = Field(None, alias="correlationBumps", description="Whether the sensitivity to each correlation of wrongWayRisk is given, moved by itself (wrongWayCorrelations). Default: false")
    method: Literal["pathwise", "differences"] | None = Field(None, description="Of the sensitivities to rates, exchange rates and shares. pathwise: derivatives of the paths of one simulation, exercise decisions and collateral that was called today kept. differences: each is moved up and down (rates by 0.0005, spots by 0.5 %) and the netting set valued again on the same random numbers, with its exercise boundaries and regressions. By default differences where a trade is a contract, since values by regression have no derivatives on paths; and otherwise pathwise, together with what moved exercise boundaries of swaptions do to exposures after exercise, and the jump of collateral at its minimum transfer does, from the paths near them. With modelled initial margin, or where the exercise boundary of two factors is not one curve, the rates of a currency of such swaptions are differences instead, as far as the simulations together cost no more than one may; where they would, decisions are kept and a warning says so")
    netting_set_id: str | None = Field(None, alias="nettingSetId", description="A stored netting set: its living trades, its collateral agreement and the credit curve of its counterparty are taken. Its currency is the default of reportingCurrency, and market may be left out: the stored market is taken, as a limit’s utilisation takes it")
    snapshot_id: str | None = Field(None, alias="snapshotId", description="A stored snapshot: names are looked up in it, and so is the market that the request leaves out")
    correlation_id: str | None = Field(None, alias="correlationId", description="A stored correlation matrix, for the market that a request with nettingSetId leaves out: of shares (ACME), short rates (USD) and exchange rates with the reporting currency (EURUSD or USDEUR). Pairs that it lacks are uncorrelated, and the result warns")


class XvaSensitivitiesResponseBaseStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseBase(Model):
    """The measures themselves, as xva/calculate gives them"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseBaseStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseRatesItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseRatesItem(Model):
    currency: str = Field(...)
    tenor: float = Field(..., description="Years")
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseRatesItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseProjectionRatesItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseProjectionRatesItem(Model):
    currency: str = Field(...)
    index: str | None = Field(None, description="Of the curve of an index of market.projections")
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseProjectionRatesItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseFxItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseFxItem(Model):
    pair: str = Field(...)
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseFxItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseAssetsItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseAssetsItem(Model):
    name: str = Field(...)
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseAssetsItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseCreditItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseCreditItem(Model):
    party: Literal["counterparty", "own"] = Field(...)
    quote: Literal["spread", "intensity"] = Field(..., description="spread: of the swap of that tenor; intensity: since the tenor before")
    tenor: float = Field(..., description="Years")
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseCreditItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseVolatilitiesItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseVolatilitiesItem(Model):
    factor: Literal["rates", "fx", "assets", "intensity"] = Field(...)
    name: str = Field(...)
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseVolatilitiesItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponseWrongWayCorrelationsItemStandardErrors(Model):
    """Of each measure; 0 where the profile was given"""

    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")


class XvaSensitivitiesResponseWrongWayCorrelationsItem(Model):
    party: Literal["counterparty", "own"] = Field(..., description="Whose default intensity moves")
    asset: str = Field(..., description="What it is correlated with, as in wrongWayRisk; own: the own intensity")
    cva: float = Field(..., description="Credit valuation adjustment")
    dva: float = Field(..., description="Debit valuation adjustment")
    fca: float = Field(..., description="Funding cost adjustment")
    fba: float = Field(..., description="Funding benefit adjustment")
    fva: float = Field(..., description="fca − fba")
    kva: float = Field(..., description="Capital valuation adjustment")
    mva: float = Field(..., description="Margin valuation adjustment")
    total: float = Field(..., description="cva − dva + fva + kva + mva, to be taken off the risk-free value")
    standard_errors: XvaSensitivitiesResponseWrongWayCorrelationsItemStandardErrors = Field(..., alias="standardErrors", description="Of each measure; 0 where the profile was given")


class XvaSensitivitiesResponse(Model):
    """Derivatives of the valuation adjustments"""

    base: XvaSensitivitiesResponseBase = Field(..., description="The measures themselves, as xva/calculate gives them")
    rates: list[XvaSensitivitiesResponseRatesItem] = Field(..., description="Per 1.00 of the zero rate at a tenor, linear between tenors and flat beyond both ends. A projection curve moves with that of discounting; volatilities, correlations and default intensities stay")
    projection_rates: list[XvaSensitivitiesResponseProjectionRatesItem] | None = Field(None, alias="projectionRates", description="With projectionBumps: per 1.00 of every zero rate of a projection curve, the discount curve staying where it is (the basis between them)")
    fx: list[XvaSensitivitiesResponseFxItem] = Field(..., description="Per 1.00 of the exchange rate")
    assets: list[XvaSensitivitiesResponseAssetsItem] = Field(..., description="Per 1.00 of the spot")
    credit: list[XvaSensitivitiesResponseCreditItem] = Field(..., description="Per 1.00 of the spread or of the default intensity")
    volatilities: list[XvaSensitivitiesResponseVolatilitiesItem] = Field(..., description="Per 1.00 of volatility; of rates, of the mean volatility of the short rate, moved in proportion, and with it that of a second factor; of fx, where smiles are quoted, of the mean volatility of the spot between expiries, moved in proportion; of intensity, of the default intensity of the party that is named")
    wrong_way_correlations: list[XvaSensitivitiesResponseWrongWayCorrelationsItem] | None = Field(None, alias="wrongWayCorrelations", description="With correlationBumps: per 1.00 of each correlation of a default intensity")
    reporting_currency: str = Field(..., alias="reportingCurrency")
    num_paths: int | None = Field(None, alias="numPaths", description="Paths simulated; absent where the profile was given")
    seed: int | None = Field(None)
    backend: Literal["double"] | None = Field(None, description="The arithmetic that simulated: double precision on the processor")


class YearOnYearInflation(Model):
    """Swaplet: pays accrual · (I(endTime)/I(startTime) − 1 − strike); caplet: the positive part of that; floorlet: the positive part of its negative"""

    type: Literal["yoy_swaplet", "yoy_caplet", "yoy_floorlet"] = Field(...)
    start_time: float = Field(..., alias="startTime", description="Years to the first fixing of the index; 0 if it is already known")
    end_time: float = Field(..., alias="endTime", description="Years to the second fixing and the payment, after startTime")
    strike: float = Field(..., description="Strike rate over the period, decimal")
    accrual: float | None = Field(None, description="Year fraction that multiplies the rate paid. Default: 1")
    notional: float | None = Field(None, description="Multiplies the price. Default: 1")


class ListQuotesData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Quote] = Field(...)


class PutQuotesDataSummary(Model):
    inserted: int = Field(...)
    updated: int = Field(...)
    unchanged: int = Field(...)
    succeeded: int = Field(...)
    failed: int = Field(...)


class PutQuotesData(Model):
    results: list[QuoteOutcome] = Field(..., description="One per quote, in order")
    summary: PutQuotesDataSummary = Field(...)


class DeleteQuoteData(Model):
    id: str = Field(..., description="The symbol, or the id of the one quote")
    deleted: int = Field(..., description="Number of quotes deleted")


class GetQuoteHistoryData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Quote] = Field(...)


class ListCounterpartiesData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Counterparty] = Field(...)


class DeleteCounterpartyData(Model):
    id: str = Field(...)


class ListDraftsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Draft] = Field(...)


class DeleteDraftData(Model):
    id: str = Field(...)


class ListCurvesData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Curve] = Field(...)


class DeleteCurveData(Model):
    id: str = Field(...)


class ListSurfacesData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Surface] = Field(...)


class DeleteSurfaceData(Model):
    id: str = Field(...)


class ListCorrelationsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Correlation] = Field(...)


class DeleteCorrelationData(Model):
    id: str = Field(...)


class ListSnapshotsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Snapshot] = Field(...)


class DeleteSnapshotData(Model):
    id: str = Field(...)


class ListNettingSetsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[NettingSet] = Field(...)


class DeleteNettingSetData(Model):
    id: str = Field(...)


class DeleteCollateralAgreementData(Model):
    id: str = Field(..., description="Of what it belonged to")


class ListPortfoliosData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Portfolio] = Field(...)


class GetPortfolioData(Model):
    id: str = Field(...)
    version: int = Field(..., description="1 when created, one more with each replacement")
    created_at: str = Field(..., alias="createdAt")
    updated_at: str = Field(..., alias="updatedAt")
    created_by: str | None = Field(None, alias="createdBy", description="Id of the key or user that created it")
    name: str = Field(...)
    description: str | None = Field(None)
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Position] = Field(...)


class DeletePortfolioData(Model):
    id: str = Field(...)


class RemovePositionData(Model):
    id: str = Field(...)


class ListTradesData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[BookedTrade] = Field(...)


class CancelTradeData(Model):
    id: str = Field(...)
    version: int = Field(...)
    status: Literal["cancelled"] = Field(...)


class ListProductsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Product] = Field(...)


class DeleteProductData(Model):
    id: str = Field(...)


class ListProductVersionsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[ProductVersion] = Field(...)


class ValidateProductDataProblemsItem(Model):
    pointer: str = Field(...)
    reason: str = Field(...)


class ValidateProductData(Model):
    valid: bool = Field(...)
    problems: list[ValidateProductDataProblemsItem] = Field(...)
    warnings: list[str] = Field(...)


class DescribeProductData(Model):
    description: str = Field(...)
    horizon: Date = Field(..., description="Date of the last payment")
    underlyings: list[str] = Field(...)
    cashflow_dates: list[Date] = Field(..., alias="cashflowDates", description="Dates on which it may pay")


class ListTemplatesData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Template] = Field(...)


class GetCapabilitiesDataBackend(Model):
    """The backend on which this deployment simulates paths, and the reason for its choice"""

    name: str = Field(...)
    reason: str = Field(...)


class GetCapabilitiesDataCapabilitiesItem(Model):
    name: str = Field(...)
    status: CapabilityStatus = Field(...)
    operations: list[str] = Field(...)
    pricers: list[str] = Field(...)
    evidence: list[str] = Field(...)


class GetCapabilitiesData(Model):
    engine_version: str = Field(..., alias="engineVersion")
    backend: GetCapabilitiesDataBackend = Field(..., description="The backend on which this deployment simulates paths, and the reason for its choice")
    capabilities: list[GetCapabilitiesDataCapabilitiesItem] = Field(...)
    pricers: list[PricerSummary] = Field(...)


class GetEntitlementsDataScopesItemEndpointsItem(Model):
    operation_id: str = Field(..., alias="operationId")
    method: str = Field(...)
    path: str = Field(...)


class GetEntitlementsDataScopesItem(Model):
    scope: Literal["price", "calibrate", "portfolio", "xva", "jobs", "governance", "validate", "admin"] = Field(...)
    grants: str = Field(...)
    minimum_tier: Literal["free", "pro", "business", "enterprise"] = Field(..., alias="minimumTier")
    endpoints: list[GetEntitlementsDataScopesItemEndpointsItem] = Field(...)


class GetEntitlementsData(Model):
    scopes: list[GetEntitlementsDataScopesItem] = Field(...)


class ListPricersData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[PricerSummary] = Field(...)


class GetPricerDataValidationHistoryItem(Model):
    validation_run_id: str = Field(..., alias="validationRunId")
    at: str = Field(...)
    depth: Literal["quick", "full"] = Field(...)
    version: int = Field(...)
    fingerprint: str = Field(...)
    cases: int = Field(...)
    passed: int = Field(...)
    failed: int = Field(...)


class GetPricerData(Model):
    pricer_id: str = Field(..., alias="pricerId")
    version: int = Field(...)
    fingerprint: str = Field(..., description="fp:v1:blake3: and 64 hexadecimal digits: a hash of the identity and version of the pricer")
    status: CapabilityStatus = Field(..., description="In force: the default, or what an approval has made of it")
    default_status: CapabilityStatus = Field(..., alias="defaultStatus")
    summary: str = Field(...)
    evidence: list[str] = Field(..., description="The tables of the reference cases that validation runs hold it to")
    sources: str = Field(..., description="SHA-256, hexadecimal, of the code that the pricer reaches when it prices; it moves with the code, whereas the version moves only with results")
    params_schema: dict[str, Any] | None = Field(None, alias="paramsSchema", description="JSON Schema; absent when the pricer takes no params")
    validation_history: list[GetPricerDataValidationHistoryItem] = Field(..., alias="validationHistory", description="The newest validation runs of this pricer, newest first")


class ListReceiptsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    chain: ChainReport | None = Field(None)
    items: list[ReceiptSummary] = Field(...)


class ReplayReceiptDataDifferencesItem(Model):
    pointer: str = Field(...)
    original: Any = Field(...)
    replayed: Any = Field(...)


class ReplayReceiptDataEnvironmentItem(Model):
    part: Literal["engineVersion", "node", "v8", "processor", "adapter", "runtime"] = Field(...)
    original: str | None = Field(None)
    replayed: str | None = Field(None)


class ReplayReceiptData(Model):
    run_id: str = Field(..., alias="runId", description="The run that was repeated")
    identical: bool = Field(...)
    differences: list[ReplayReceiptDataDifferencesItem] = Field(..., description="Where result or pricer differ; empty when identical")
    environment: list[ReplayReceiptDataEnvironmentItem] = Field(..., description="What the first run was computed with and the replay is not: another version of the engine, of Node or V8, another processor or adapter of WebGPU, whose bits are its own. Empty where all are the same; a value is absent where a manifest does not state it")
    result: dict[str, Any] = Field(...)
    manifest: RunManifest = Field(...)


class ListArtifactsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Artifact] = Field(...)


class DeleteArtifactData(Model):
    id: str = Field(...)


class ListApprovalsData(Model):
    next_cursor: str | None = Field(None, alias="nextCursor", description="Absent on the last page")
    items: list[Approval] = Field(...)


class CreditSpreadsValueItem(Model):
    tenor: str = Field(..., description="Quoted tenor, a whole number of quarters such as 6M, 1Y or 5Y")
    spread: float = Field(..., description="Par spread, decimal per year (0.01 is 100 basis points)")


class CurrencyCurveValue1(Model):
    rate: float = Field(..., description="Interest rate, decimal, continuously compounded")


class FixingsValueValueItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    value: float = Field(..., description="Level of the asset on that date, price units, above 0")


class MarketFixingsValueValueItem(Model):
    date: Date = Field(..., description="ISO 8601 calendar date")
    value: float = Field(..., description="Of an asset its level, above 0; of an index its rate, decimal")


class QuoteOutcomeValue1(Model):
    symbol: str = Field(...)
    as_of: str = Field(..., alias="asOf")
    outcome: Literal["inserted", "updated", "unchanged"] = Field(...)


TradeTerms = Union[InterestRateSwap, CrossCurrencySwap, FxForward, FxOption, EquityForward, EquityOption, SwaptionTrade, BermudanSwaption, ContractTrade, StructuredTrade, ConvertibleTrade, VanillaTrade, AmericanTrade, CreditDefaultSwapTrade]
AnyTradeTerms = Union[TradeTerms, DatedTrade]
CapabilityStatus = Literal["roadmap", "experimental", "production-candidate", "ga-validated", "retired"]
CapletVolatilities = Union[CapletCurve, CapletSmiles]
ContractModel = Union[BlackScholesModel, HestonModel, LocalVolModel, RoughBergomiModel, RoughHestonModel]
StrategyContract = Union[StrategyContractStraddle, StrategyContractStrangle, StrategyContractBullCallSpread, StrategyContractBearPutSpread, StrategyContractIronCondor, StrategyContractButterfly, StrategyContractCollar]
ContractSpec = Union[VanillaCall, VanillaPut, Combined, Negated, Scaled, Conditional, Choice, StrategyContract, WorstOfAutocall, Cash, Forward, DigitalCall, DigitalPut, AsianCall, AsianPut, LookbackCall, LookbackPut, BasketCall, BasketPut, BestOfCall, BestOfPut, WorstOfCall, WorstOfPut, SpreadCall, SpreadPut, Cliquet, VarianceSwap]
CreditSpreads = list[CreditSpreadsValueItem]
CurrencyCurve = Union[CurrencyCurveValue1, CurveInput]
DatedLeg = Union[DatedLegFixed, DatedLegFloating]
ExchangeRateSmile = Union[SmileByDelta, SmileByStrike]
ExpectedShortfallRequest = Union[ExpectedShortfallRequestParametric, ExpectedShortfallRequestHistorical, ExpectedShortfallRequestMonteCarlo]
Fixings = dict[str, list[FixingsValueValueItem]]
MarketFixings = dict[str, list[MarketFixingsValueValueItem]]
SwaptionVolatilities = Union[SwaptionMatrix, SwaptionCube]
MarketVolatility = Union[QuotedVolatility, ExchangeRateSmiles, SwaptionVolatilities, CapletVolatilities]
NettedTrade = Union[InterestRateSwap, CrossCurrencySwap, FxForward, FxOption, EquityForward, EquityOption, SwaptionTrade, BermudanSwaption, NettedContract]
ProductFields = Union[ContractProduct, StructuredProductFields, ConvertibleProduct, VanillaProduct, AmericanProduct, StrategyProduct]
ProductGreeks = Union[ContractGreeksResponse, ConvertiblePriceResponse, AmericanPriceResponse, GreeksResponse]
ProductPrice = Union[ContractPriceResponse, StructuredPriceResponse, ConvertiblePriceResponse, AmericanPriceResponse, PriceResponse]
QuoteOutcome = Union[QuoteOutcomeValue1, FailedItem]
ShortRateFit = Union[ShortRateFitHullWhite, ShortRateFitG2]
SimulatedTrade = Union[NettedTrade, DatedTrade]
StrategyTerms = Union[StrategyTermsStraddle, StrategyTermsStrangle, StrategyTermsBullCallSpread, StrategyTermsBearPutSpread, StrategyTermsIronCondor, StrategyTermsButterfly, StrategyTermsCollar]
Trade = Union[InterestRateSwap, CrossCurrencySwap, FxForward, FxOption, EquityForward, EquityOption, SwaptionTrade, BermudanSwaption]

# The model of the result of each operation whose answer is an envelope.
RESULTS: dict[str, Any] = {
    "priceWithEngine": EnginePriceResponse,
    "priceOption": PriceResponse,
    "greeksOption": GreeksResponse,
    "impliedVolatility": ImpliedVolatilityResponse,
    "batchPrice": BatchPriceResponse,
    "batchGreeks": BatchGreeksResponse,
    "priceContract": ContractPriceResponse,
    "describeContract": ContractDescribeResponse,
    "greeksContract": ContractGreeksResponse,
    "priceStrategy": ContractPriceResponse,
    "priceAmerican": AmericanPriceResponse,
    "priceConvertible": ConvertiblePriceResponse,
    "priceStructuredProduct": StructuredPriceResponse,
    "solveStructuredProduct": StructuredSolveResponse,
    "calibrateSabr": SabrCalibrationResponse,
    "calibrateHeston": HestonCalibrationResponse,
    "calibrateCurve": CurveCalibrationResponse,
    "listQuotes": ListQuotesData,
    "putQuotes": PutQuotesData,
    "getQuote": Quote,
    "deleteQuote": DeleteQuoteData,
    "getQuoteHistory": GetQuoteHistoryData,
    "listCounterparties": ListCounterpartiesData,
    "createCounterparty": Counterparty,
    "getCounterparty": Counterparty,
    "replaceCounterparty": Counterparty,
    "deleteCounterparty": DeleteCounterpartyData,
    "listDrafts": ListDraftsData,
    "createDraft": Draft,
    "getDraft": Draft,
    "replaceDraft": Draft,
    "deleteDraft": DeleteDraftData,
    "listCurves": ListCurvesData,
    "createCurve": Curve,
    "getCurve": Curve,
    "replaceCurve": Curve,
    "deleteCurve": DeleteCurveData,
    "listSurfaces": ListSurfacesData,
    "createSurface": Surface,
    "getSurface": Surface,
    "replaceSurface": Surface,
    "deleteSurface": DeleteSurfaceData,
    "listCorrelations": ListCorrelationsData,
    "putCorrelation": Correlation,
    "getCorrelation": Correlation,
    "deleteCorrelation": DeleteCorrelationData,
    "listSnapshots": ListSnapshotsData,
    "createSnapshot": Snapshot,
    "deleteSnapshot": DeleteSnapshotData,
    "getSnapshot": SnapshotByValue,
    "listNettingSets": ListNettingSetsData,
    "createNettingSet": NettingSet,
    "getNettingSet": NettingSet,
    "replaceNettingSet": NettingSet,
    "deleteNettingSet": DeleteNettingSetData,
    "evaluateCurve": EvaluatedCurve,
    "evaluateSurface": EvaluatedSurface,
    "getCreditCurve": CreditCurve,
    "putCreditCurve": CreditCurve,
    "evaluateCreditCurve": EvaluatedCreditCurve,
    "getLimit": Limit,
    "putLimit": Limit,
    "getCollateralAgreement": StoredCollateralAgreement,
    "putCollateralAgreement": StoredCollateralAgreement,
    "deleteCollateralAgreement": DeleteCollateralAgreementData,
    "getLimitUtilisation": LimitUtilisation,
    "portfolioPrice": PortfolioPriceResponse,
    "portfolioGreeks": PortfolioGreeksResponse,
    "portfolioVar": ValueAtRiskResponse,
    "portfolioStress": StressGridResponse,
    "portfolioScenarios": StressGridResponse,
    "portfolioExplain": Union[ExplainResponse, BookExplainResponse],
    "portfolioMixed": MixedPortfolioResponse,
    "portfolioHedgeOptimize": HedgeResponse,
    "listPortfolios": ListPortfoliosData,
    "createPortfolio": Portfolio,
    "getPortfolio": GetPortfolioData,
    "deletePortfolio": DeletePortfolioData,
    "addPosition": Position,
    "removePosition": RemovePositionData,
    "listTrades": ListTradesData,
    "bookTrade": BookedTrade,
    "getTrade": BookedTradeWithHistory,
    "amendTrade": BookedTrade,
    "cancelTrade": CancelTradeData,
    "listProducts": ListProductsData,
    "createProduct": Product,
    "getProduct": Product,
    "replaceProduct": Product,
    "deleteProduct": DeleteProductData,
    "listProductVersions": ListProductVersionsData,
    "getProductVersion": Product,
    "publishProduct": Product,
    "retireProduct": Product,
    "cloneProduct": Product,
    "validateProduct": ValidateProductData,
    "describeProduct": DescribeProductData,
    "priceProduct": ProductPrice,
    "greeksProduct": ProductGreeks,
    "payoffProduct": PayoffResponse,
    "listTemplates": ListTemplatesData,
    "priceDraft": ContractGreeksResponse,
    "payoffDraft": DraftPayoffResponse,
    "scenariosDraft": DraftScenariosResponse,
    "publishDraft": Product,
    "riskVarParametric": ValueAtRiskResponse,
    "riskVarHistorical": ValueAtRiskResponse,
    "riskVarMonteCarlo": ValueAtRiskResponse,
    "riskExpectedShortfall": Union[ExpectedShortfallResponse, ValueAtRiskResponse],
    "riskStress": StressResponse,
    "riskSensitivities": Union[SensitivitiesResponse, PortfolioGreeksResponse],
    "riskBacktest": BacktestResponse,
    "riskExposure": ExposureResponse,
    "calculateXva": XvaResponse,
    "incrementalXva": IncrementalXvaResponse,
    "xvaSensitivities": XvaSensitivitiesResponse,
    "optimizeHedge": HedgeResponse,
    "getCapabilities": GetCapabilitiesData,
    "getEntitlements": GetEntitlementsData,
    "listPricers": ListPricersData,
    "getPricer": GetPricerData,
    "listReceipts": ListReceiptsData,
    "getReceipt": Receipt,
    "replayReceipt": ReplayReceiptData,
    "submitJob": Job,
    "getJob": Job,
    "cancelJob": Job,
    "listArtifacts": ListArtifactsData,
    "getArtifact": Artifact,
    "deleteArtifact": DeleteArtifactData,
    "listApprovals": ListApprovalsData,
    "requestApproval": Approval,
    "decideApproval": Approval,
    "startValidationRun": ValidationRun,
    "getValidationRun": ValidationRun,
}
