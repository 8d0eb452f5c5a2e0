/** The assumptions and limits of each pricer: the conceptual part of the validation report. */

export interface ModelBasis {
  /** How the market is supposed to move, and what the method adds. */
  readonly assumptions: string;
  /** Uses for which the model or the method is not meant. */
  readonly limitations: string;
}

const LOGNORMAL = 'The spot is lognormal with a constant volatility, rate and dividend yield. Trading is continuous and free of cost.';
const NO_SMILE =
  'There is no smile and no term structure of volatility. A payoff that depends on the slope of the smile, such as a digital or a barrier, is hedged at a cost that the price leaves out.';
const TWO_LOGNORMAL = 'Both spots are lognormal with constant volatilities and a constant correlation, rate and dividend yields.';
const CORRELATION = 'There are no smiles. The correlation cannot be observed directly, and the price moves with it.';
const ROUGH = 'Variance is rougher than a Brownian motion, as observed series are; the spot and its variance are correlated by a constant.';
const HESTON =
  'Variance reverts to its mean as a square-root process that is correlated with the spot; its five parameters, the rate and the dividend yield are constant.';
const HESTON_LIMITS =
  'The smile of the first weeks is flatter than markets quote. Where 2κθ < σ² variance reaches zero, and prices are sensitive to how that is treated.';
const SIMULATED = 'The standard error states the error of sampling; that of the model and its parameters is not in it.';
const QUOTED_VOLATILITY =
  'The forward rate is normal, lognormal or shifted lognormal with the quoted volatility; forwards come from a projection curve, discounting from a curve of its own.';
const ONE_VOLATILITY = 'One volatility per option: strikes and expiries away from a quote need a smile that the caller supplies.';
const CURVES_ONLY = 'Cash flows are known or projected on given curves, and discounted on a given curve: no volatility enters.';

export const MODEL_BASIS: Readonly<Record<string, ModelBasis>> = {
  equity_vanilla_bs: { assumptions: LOGNORMAL, limitations: NO_SMILE },
  binomial_tree: {
    assumptions: `${LOGNORMAL} A lattice approximates the process; its error falls with the steps.`,
    limitations: `${NO_SMILE} Few steps give an error that oscillates with the strike.`,
  },
  equity_vanilla_heston_fft: { assumptions: HESTON, limitations: HESTON_LIMITS },
  equity_local_vol_dupire: {
    assumptions: 'Volatility is a function of spot and time alone, the one that reproduces the given surface of European options.',
    limitations:
      'Forward smiles flatten, so that forward-starting options and cliquets are priced too low in volatility. The wings beyond the quotes are an extrapolation.',
  },
  equity_rough_heston_cf: { assumptions: ROUGH, limitations: 'European options alone. Parameters are fitted to few expiries in practice.' },
  equity_rough_bergomi_mc: { assumptions: ROUGH, limitations: `European options alone. ${SIMULATED}` },
  equity_rough_heston_mc: { assumptions: ROUGH, limitations: `European options alone. ${SIMULATED}` },
  equity_american_alo: { assumptions: LOGNORMAL, limitations: `${NO_SMILE} Dividends are a yield, not amounts on dates.` },
  equity_american_heston_fd: {
    assumptions: HESTON,
    limitations: `${HESTON_LIMITS} The error is that of the grid. Dividends on dates are certain.`,
  },
  equity_american_local_vol_fd: {
    assumptions:
      'The part of the spot that dividends in cash leave moves as a diffusion whose volatility is a function of spot and time that reprices the surface; dividends are known.',
    limitations: 'Forward smiles are flatter than those of markets. The surface must reach the expiry.',
  },
  equity_bermudan_heston_fd: {
    assumptions: `${HESTON} Exercise is today or on given dates, by the policy of the grid, which a simulation values as a check.`,
    limitations: `${HESTON_LIMITS} The error is that of the grid. At correlations of ±1 the grid may fail, and the price is then simulated.`,
  },
  equity_american_lsm: {
    assumptions: `${LOGNORMAL} Exercise is on given dates, by a policy that is fitted to simulated paths.`,
    limitations: `A fitted policy is not the best one, so the price is a lower bound within its standard error. ${NO_SMILE}`,
  },
  equity_american_model_lsm: {
    assumptions: 'The asset moves by the model of the request; exercise follows a policy that is fitted to simulated paths.',
    limitations: 'A fitted policy gives a lower bound; the upper bound beside it says how far it may be from the best one.',
  },
  equity_vanilla_sabr_hagan: {
    assumptions: 'The forward and its volatility move by SABR; the price is that of an expansion for short times.',
    limitations:
      'The expansion errs where volatility of volatility squared times expiry is not small, and admits arbitrage at low strikes and long expiries.',
  },
  rates_bermudan_swaption: {
    assumptions:
      'The short rate is Gaussian with one factor or two; its volatility is stated, or constant between the dates of the swap and fitted to the options on the rest of it. Projection curves keep their ratio to that of discounting.',
    limitations:
      'The smile is that of a Gaussian rate through one strike. The values of an exercise are those of a grid. Settlement is physical, and an exercise date that is the valuation date counts as passed.',
  },
  rates_bond_option_hull_white: {
    assumptions:
      'The short rate is Gaussian with one factor, a constant mean reversion and a constant volatility; the curve of today is fitted.',
    limitations:
      'One factor moves all rates together, so options on their differences are not for it. Rates may be negative. There is no smile.',
  },
  rates_swaption_lg2f: {
    assumptions:
      'The short rate is the sum of two correlated Gaussian factors and of what fits the curve of today. One curve projects and discounts.',
    limitations: 'Rates may be negative. There is no smile, and no basis between curves.',
  },
  inflation_yoy_jy: {
    assumptions:
      'Nominal and real short rates are Gaussian with one factor each, the index is lognormal, and all correlations are constant.',
    limitations: 'There is no smile of inflation and no seasonality. The correlations are hard to observe.',
  },
  convertible_tree: {
    assumptions:
      'The share is lognormal with a constant volatility and rate. Default enters as a credit spread on cash (Tsiveriotis and Fernandes) or as an intensity that takes the share to zero.',
    limitations: 'Calls and puts are exercised rationally, at once and without notice. Dividends are a yield; volatility has no smile.',
  },
  credit_default_swap: {
    assumptions: 'Default comes with a deterministic intensity that is independent of rates; recovery is a known share.',
    limitations: 'Wrong-way risk and uncertain recovery are left out.',
  },
  equity_asian_geometric_bs: { assumptions: LOGNORMAL, limitations: `Geometric averages alone. ${NO_SMILE}` },
  equity_barrier_bs: {
    assumptions: `${LOGNORMAL} The barrier is watched continuously, or on the given dates.`,
    limitations: `${NO_SMILE} Near the barrier the hedge changes abruptly.`,
  },
  equity_chooser_bs: { assumptions: LOGNORMAL, limitations: NO_SMILE },
  equity_digital_bs: { assumptions: LOGNORMAL, limitations: NO_SMILE },
  equity_dividends_fd: {
    assumptions:
      'The spot falls by known dividends on known dates, and is lognormal between them with a volatility that depends on time alone.',
    limitations: 'Dividends are certain: none is cut when the spot falls, unless it is stated as a proportion. There is no smile.',
  },
  equity_exchange_margrabe: { assumptions: TWO_LOGNORMAL, limitations: CORRELATION },
  equity_lookback_bs: {
    assumptions: `${LOGNORMAL} The extreme is that of continuous observation.`,
    limitations: `Observation on dates gives a smaller extreme. ${NO_SMILE}`,
  },
  equity_rainbow_stulz: { assumptions: TWO_LOGNORMAL, limitations: CORRELATION },
  equity_spread_bs: { assumptions: TWO_LOGNORMAL, limitations: CORRELATION },
  futures_option_bachelier: {
    assumptions: 'The forward is normal with a constant volatility; discounting is deterministic.',
    limitations: 'The price may be negative, which some underlyings cannot be. There is no smile.',
  },
  futures_option_black76: {
    assumptions: 'The forward is lognormal with a constant volatility; discounting is deterministic.',
    limitations: 'The forward must be positive. There is no smile.',
  },
  contract_gbm_mc: {
    assumptions:
      'All assets are lognormal with constant, or deterministic, volatilities and constant correlations. A choice is taken by the value that each side then has.',
    limitations: `There is no smile, which matters to barriers, autocalls and cliquets. ${SIMULATED}`,
  },
  contract_model_mc: {
    assumptions: 'Each asset moves by the model of its own; the Brownian motions of the spots are correlated by constants.',
    limitations: `The correlation of volatilities of different assets follows from that of their spots alone. ${SIMULATED}`,
  },
  cross_asset_trade: {
    assumptions:
      'Short rates are Gaussian with one factor per currency (Hull-White) or two (G2++), exchange rates and shares lognormal, all correlated by constants; the basis of a projection curve stays as it is today. Overnight rates accrue at the short rate, and what is paid later than its period ends is discounted over the days between at the forward rates of today until the period begins. Exposures, their quantiles (PFE) included, are under the risk-neutral measure of the reporting currency, not forecasts. Valuation adjustments are sums over the buckets that exposureTimes end, each with the mean of the exposures after the payments at its start and before those at its end, or with that at its end where integration is end. Capital by SA-CCR takes shares at the price of today, exchanges at their foreign leg and options at their forward price, at every exposure date in the market of today.',
    limitations:
      'An option on an exchange rate alone is priced on the smile of its pair where the market quotes one. Elsewhere, and in all exposures, there is no smile: options away from the money are priced at the volatility of the model. Rates may be negative. Capital by SA-CCR counts a swaption with physical settlement, and each option of a cap or floor, after its expiry as exercised or not by the forward rate of today, so that KVA jumps where that rate crosses the strike.',
  },
  rates_dated_legs: {
    assumptions: CURVES_ONLY,
    limitations: 'Convexity of payments away from their natural date is left out, and amounts of other currencies count at the spot rate.',
  },
  rates_swap_multi_curve: { assumptions: CURVES_ONLY, limitations: 'Convexity of payments away from their natural date is left out.' },
  rates_cap_floor: { assumptions: QUOTED_VOLATILITY, limitations: ONE_VOLATILITY },
  rates_swaption_black: {
    assumptions: QUOTED_VOLATILITY,
    limitations: `${ONE_VOLATILITY} Cash settlement is by the annuity of the par yield, whose convexity is left out.`,
  },
  rates_bond_fixed: {
    assumptions: `${CURVES_ONLY} Coupon dates are unadjusted: coupons accrue, and yields, durations and convexity count, to the dates of the schedule, though payments are discounted from the business days to which they are moved.`,
    limitations: 'Default is only in the z-spread, which no recovery limits.',
  },
  fx_forward: { assumptions: CURVES_ONLY, limitations: 'The cross-currency basis must be in the curves that are given.' },
  smile_sabr_fit: {
    assumptions: 'The smile of one expiry is that of SABR by the expansion of Hagan et al., with the exponent beta as the request has it.',
    limitations: 'The expansion errs at long expiries and low strikes, and the parameters of one expiry say nothing of another.',
  },
  surface_heston_fit: {
    assumptions: `${HESTON} The parameters are those of the least squares of implied volatilities, each quote with its weight.`,
    limitations: `${HESTON_LIMITS} Different parameters may fit nearly as well, so that they may jump from one day to the next.`,
  },
  curve_bootstrap: {
    assumptions:
      'Every quote is met by one node where its instrument ends; between nodes the interpolation of the request holds. Where no discount curve is given, the curve discounts as it projects.',
    limitations:
      'Quotes of little liquidity are met as exactly as the others. Curves that depend on each other need a fit of the whole set.',
  },
  credit_curve_bootstrap: {
    assumptions:
      'Quotes are par spreads of swaps of the standard model of ISDA: its dates, its full first coupon, and recovery as the request states it. The intensity is constant between the ends of the swaps.',
    limitations:
      'Recovery is certain, and default does not depend on interest rates. Quotes with an upfront payment have to be converted first.',
  },
  surface_svi_fit: {
    assumptions:
      'Total variance of each expiry is SVI in log-moneyness; the fit is by least squares of implied volatilities, each quote alike.',
    limitations:
      'A smile is kept above the one before and free of butterflies where one is near the quotes; where none is, the arbitrage is reported. Nothing joins the parameters of one expiry to those of another.',
  },
  surface_ssvi_fit: {
    assumptions:
      'Total variance is SSVI with a skew that is a power of the variance at the forward; the fit to all expiries together is by least squares of implied volatilities, each quote alike.',
    limitations: 'One correlation and one power for all expiries: short smiles are often steeper than the surface can be.',
  },
  curve_short_rate_fit: {
    assumptions:
      'The curve is as in curve_bootstrap, or given. The short rate is Gaussian, with one factor or two; its parameters are those of the least squares of the implied volatilities of swaptions.',
    limitations: 'Mean reversion is hardly seen by expiries of ten years. Two factors may have several best fits. There is no smile.',
  },
  curve_set_newton: {
    assumptions:
      'One discount curve per currency and one projection curve per index; instruments are positions by their dates, and all are worth nothing at once in the market of the answer.',
    limitations: 'One collateral currency for each discount curve. Convexity of futures is as the request states it.',
  },
  hedge_optimisation: {
    assumptions:
      'The exposure is linear in the hedges: their Greeks, covariances or scenarios are those of the request, or of the positions today, by closed forms.',
    limitations: 'A hedge by Greeks holds for small moves. Costs are proportional; whole lots are searched within a bound on the work.',
  },
};
