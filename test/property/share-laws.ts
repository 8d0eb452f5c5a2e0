/** Laws of the pricers of equity options. */
import fc from 'fast-check';
import {
  between,
  blackScholes,
  bounded,
  european,
  instead,
  type Law,
  legsOf,
  option,
  ordered,
  orZero,
  type Request,
  requestsOf,
  risesWithVolatility,
  scale,
  share,
  sums,
} from './law.js';

const heston = {
  v0: orZero(scale(1e-4, 2)),
  kappa: orZero(scale(1e-2, 20)),
  theta: orZero(scale(1e-4, 2)),
  rho: fc.oneof(between(-1, 1), fc.constantFrom(-1, 0, 1)),
};

/** Rates and dividends at which the exercise region has a single boundary. */
const oneBoundary = { ...blackScholes, rate: between(0, 0.3), dividend: orZero(between(0, 0.3)) };

/** An American option is worth at least the European option and the exercise value, and at most the largest exercise payment. */
function american(request: Request, accuracy: number) {
  const { spot } = request.market;
  const { strike, optionType } = request.instrument;
  const rounding = accuracy * Math.max(spot, strike);
  return [
    bounded(request, Math.max(optionType === 'put' ? strike - spot : spot - strike, 0), optionType === 'put' ? strike : spot, rounding),
    ordered('is at least the European option', { request }, { request, pricerId: 'equity_vanilla_bs' }, rounding),
  ];
}

/** A flat volatility surface for the finite-difference grid, and the Black-Scholes market of the same volatility. */
const flatSurface = fc.record({
  volatility: scale(0.05, 1),
  strike: between(70, 140),
  time: scale(0.02, 2),
  optionType: option.optionType,
});

/** A few thousand paths are enough, because the bounds allow for the standard error. */
const paths = { numPaths: 2_048 };

/** Time to expiry and settings of the rough models. */
const rough = {
  instrument: { ...option, strike: between(80, 125), time: scale(0.1, 2) },
  market: { spot: fc.constant(100), rate: between(-0.02, 0.1), dividend: between(0, 0.05) },
  pricer: { ...paths, numSteps: 16 },
};
const roughness = { hurst: between(0.05, 0.5), rho: between(-0.9, 0.5) };
/** Time discretisation error of the forward and of the price with few steps, extrapolated or not. */
const simulated = (request: Request) => european(request, { error: 0.02 * legsOf(request).asset });

const date = (days: number) => new Date(Date.UTC(2026, 0, 2) + days * 86_400_000).toISOString().slice(0, 10);
const contract = fc.record({
  spot: scale(10, 1_000),
  moneyness: between(-0.5, 0.5),
  days: fc.integer({ min: 1, max: 1_500 }),
  rate: between(-0.05, 0.15),
  dividend: between(-0.05, 0.15),
  volatility: scale(0.05, 0.8),
  side: option.optionType,
});
/** A vanilla option as a contract, and as the request of the closed form. */
const asContract = (market: object) =>
  contract.map(({ moneyness, days, side, volatility, ...world }) => ({
    instrument: { type: `vanilla_${side}`, underlying: 'A', strike: world.spot * Math.exp(moneyness), expiry: date(days) },
    market: { ...world, valuationDate: date(0), ...('model' in market ? market : { volatility }) },
    pricer: { ...paths, ...('model' in market && { numSteps: 16 }) },
  }));
/** @param error  time discretisation error, relative to the larger present value of asset and strike */
const vanillaContract = (request: Request, error: number) => {
  const { type, strike, expiry } = request.instrument;
  const { spot, rate, dividend, volatility } = request.market;
  const time = (Date.parse(expiry) - Date.parse(date(0))) / (365 * 86_400_000);
  const instrument = { strike, time, optionType: type.slice(8) };
  const { asset, cash, rounding } = legsOf({ instrument, market: request.market });
  const slack = rounding + error * Math.max(asset, cash);
  const isPut = type === 'vanilla_put';
  return [
    bounded(request, Math.max(isPut ? cash - asset : asset - cash, 0), isPut ? cash : asset, slack),
    ...(volatility === undefined
      ? []
      : [
          sums(
            'equals the closed form',
            [
              [1, { request }],
              [-1, { pricerId: 'equity_vanilla_bs', request: { instrument, market: { spot, rate, dividend, volatility } } }],
            ],
            0,
            // Single-precision rounding of a path, the same in every cash flow.
            1e-5 * Math.max(asset, cash),
          ),
        ]),
  ];
};

const dividends = fc.array(
  fc.oneof(
    fc.record({ time: scale(1e-3, 60), amount: scale(1e-2, 1e4) }),
    fc.record({ time: scale(1e-3, 60), proportion: between(1e-3, 0.9) }),
  ),
  { minLength: 1, maxLength: 6 },
);
/** Around expiries of up to five years and spots of 100, some of which they nearly take. */
const hestonDividends = fc.array(
  fc.oneof(
    fc.record({ time: scale(1e-3, 6), amount: scale(1e-2, 150) }),
    fc.record({ time: scale(1e-3, 6), proportion: between(1e-3, 0.9) }),
  ),
  { minLength: 1, maxLength: 4 },
);
/** Error of the finite differences under Heston with dividends, as a fraction of the larger of spot and strike: their own target, and a margin. */
const HESTON_DIVIDENDS_ACCURACY = 1e-3;
/** Error of the finite differences under a local volatility and under a constant one together, as a fraction of the spot. */
const LOCAL_VOLATILITY_ACCURACY = 1e-4;
/** Error of the finite differences over these requests, as a fraction of the larger of the present values of spot and strike. */
const DIVIDENDS_ACCURACY = 1e-3;

/** Bounds that hold whatever the dividends: they lower a call and raise a put, an American option is worth more, and parity orders the two. */
function withDividends(request: Request) {
  const { spot, rate, dividend } = request.market;
  const { strike, time, optionType } = request.instrument;
  const isPut = optionType === 'put';
  const most = (amount: number, yielded: number) => amount * Math.max(1, Math.exp(-yielded * time));
  const rounding = DIVIDENDS_ACCURACY * Math.max(most(spot, dividend), most(strike, rate));
  const withStyle = (exerciseStyle: string) => ({ request: instead(request, { exerciseStyle }) });
  const plain = { request: instead(request, {}, { dividends: [{ time: time + 1, proportion: 0.5 }] }) };
  return [
    bounded(request, 0, isPut ? most(strike, rate) : most(spot, dividend), rounding),
    ordered('American at least as European', withStyle('american'), withStyle('european'), rounding),
    ordered('dividends lower a call and raise a put', isPut ? { request } : plain, isPut ? plain : { request }, rounding),
  ];
}

export const shareLaws: Record<string, Law> = {
  equity_vanilla_bs: {
    requests: requestsOf({ instrument: option, market: blackScholes }),
    claims: (request) => [...european(request), risesWithVolatility(request, legsOf(request).rounding)],
  },
  equity_dividends_fd: {
    requests: requestsOf({
      instrument: { ...option, exerciseStyle: fc.constantFrom('european', 'american') },
      market: { ...share, volatility: scale(0.02, 1), rate: between(-0.05, 0.15), dividend: between(-0.05, 0.15), dividends },
    }),
    claims: withDividends,
    // Each request is solved four times on two grids.
    runs: 25,
  },
  equity_american_local_vol_fd: {
    requests: flatSurface.map(({ volatility, ...instrument }) => {
      const strikes = [50, 80, 100, 120, 200];
      const volatilitySurface = { strikes, expiries: [0.5, 2], volatilities: [0, 1].map(() => strikes.map(() => volatility)) };
      return { instrument, market: { spot: 100, rate: 0.02, dividend: 0.01, volatilitySurface } };
    }),
    claims: (request) => {
      const { volatilitySurface, ...market } = request.market;
      const { spot } = market;
      const { strike, optionType } = request.instrument;
      const lognormal = {
        instrument: { ...request.instrument, exerciseStyle: 'american' },
        market: { ...market, volatility: volatilitySurface.volatilities[0][0] },
      };
      const isPut = optionType === 'put';
      return [
        bounded(request, Math.max(isPut ? strike - spot : spot - strike, 0), isPut ? strike : spot, LOCAL_VOLATILITY_ACCURACY * spot),
        sums(
          'equals finite differences under the same constant volatility',
          [
            [1, { request }],
            [-1, { request: lognormal, pricerId: 'equity_dividends_fd' }],
          ],
          0,
          LOCAL_VOLATILITY_ACCURACY * spot,
        ),
      ];
    },
    runs: 25,
  },
  binomial_tree: {
    requests: requestsOf({
      instrument: option,
      market: blackScholes,
      // The trees of Jarrow and Rudd and of Trigeorgis reproduce the forward only to first order in the step.
      params: { steps: fc.integer({ min: 1, max: 200 }), treeType: fc.constantFrom('crr', 'tian', 'leisen_reimer') },
    }),
    claims: (request) => {
      const early = instead(request, { exerciseStyle: 'american' });
      const { spot } = request.market;
      const { strike, optionType } = request.instrument;
      const { rounding } = legsOf(request);
      return [
        ...european(request),
        ordered('is at most the American option', { request: early }, { request }, rounding),
        bounded(early, optionType === 'put' ? strike - spot : spot - strike, Number.POSITIVE_INFINITY, 1e-11 * Math.max(spot, strike)),
      ];
    },
    // A tree with too few steps is refused: the drift per step exceeds its up and down moves.
    refused: 0.2,
  },
  equity_vanilla_heston_fft: {
    requests: requestsOf({ instrument: option, market: share, params: { ...heston, sigma: orZero(scale(1e-6, 5)) } }),
    claims: (request) => european(request),
    // With a correlation within 1e-9 of ±1 the characteristic function hardly decays, and the price is refused with that reason.
    refused: 0.02,
  },
  equity_rough_heston_cf: {
    requests: requestsOf({
      instrument: { ...option, time: orZero(scale(1e-3, 5)) },
      market: share,
      params: { ...heston, kappa: between(0, 3), nu: scale(0.01, 1), hurst: between(0.05, 0.5) },
    }),
    // The fractional Riccati equation is solved to about 1e-8.
    claims: (request) => european(request, { error: 1e-6 * legsOf(request).asset }),
    refused: 0.2,
    runs: 12,
  },
  equity_rough_heston_mc: {
    requests: requestsOf({
      ...rough,
      params: { ...roughness, v0: scale(0.01, 0.2), theta: scale(0.01, 0.2), kappa: between(0, 3), nu: scale(0.01, 0.5) },
    }),
    claims: simulated,
    runs: 4,
  },
  equity_rough_bergomi_mc: {
    requests: requestsOf({ ...rough, params: { ...roughness, eta: scale(0.1, 2), xi0: scale(0.01, 0.2) } }),
    claims: simulated,
    runs: 4,
  },
  equity_vanilla_sabr_hagan: {
    requests: requestsOf({
      instrument: option,
      market: share,
      params: { alpha: scale(1e-3, 1), beta: between(0, 1), rho: between(-0.99, 0.99), nu: orZero(scale(1e-3, 2)) },
    }),
    // Hagan's expansion is not free of arbitrage: far out of the money, prices increase with the strike.
    claims: (request) => european(request, { arbitrageFree: false }),
    refused: 0.1,
  },
  equity_local_vol_dupire: {
    requests: flatSurface.map(({ volatility, ...instrument }) => {
      const strikes = [50, 80, 100, 120, 200];
      const row = strikes.map(() => volatility);
      return {
        instrument,
        market: { spot: 100, rate: 0.02, dividend: 0.01 },
        params: { strikes, expiries: [0.5, 2], volatilities: [row, row], timeSteps: 60, spotSteps: 200 },
      };
    }),
    claims: (request) => {
      const { volatilities } = request.params as { volatilities: number[][] };
      const volatility = volatilities[0]![0]!;
      const flat = { instrument: request.instrument, market: { ...request.market, volatility } };
      // Second-order differences on 200 cells over twelve standard deviations: the error of the kink is proportional to the standard deviation,
      // that of the exponential to its square.
      const deviation = volatility * Math.sqrt(request.instrument.time);
      const error = 0.02 * (deviation + deviation ** 2) + 5e-4;
      return [
        ...european(request, { error, arbitrageFree: false }),
        sums(
          'equals Black-Scholes on a flat surface',
          [
            [1, { request }],
            [-1, { request: flat, pricerId: 'equity_vanilla_bs' }],
          ],
          0,
          error,
        ),
      ];
    },
    runs: 40,
  },
  equity_american_alo: {
    requests: requestsOf({ instrument: option, market: oneBoundary }),
    claims: (request) => [
      ...american(request, 1e-6),
      // Each price is accurate to 1e-6 of the larger of spot and strike.
      risesWithVolatility(request, 2e-6 * Math.max(request.market.spot, request.instrument.strike)),
    ],
    // Some combinations of rates, volatility and time are too extreme for double precision.
    refused: 0.02,
  },
  equity_american_heston_fd: {
    requests: requestsOf({
      instrument: { ...option, strike: between(60, 160), time: scale(0.01, 5) },
      market: {
        spot: fc.constant(100),
        rate: orZero(between(-0.02, 0.1)),
        dividend: orZero(between(-0.02, 0.1)),
        dividends: fc.oneof(fc.constant([]), hestonDividends),
      },
      params: { ...heston, sigma: orZero(scale(1e-3, 2)), rho: between(-0.99, 0.99) },
    }),
    claims: (request) => {
      const { strike, optionType } = request.instrument;
      const isPut = optionType === 'put';
      const intrinsic = Math.max(isPut ? strike - 100 : 100 - strike, 0);
      const { dividends: paid, ...market } = request.market;
      const undivided = { ...request, market };
      const european = { request: undivided, pricerId: 'equity_vanilla_heston_fft' };
      if (paid.length === 0)
        return [
          bounded(request, intrinsic, Number.POSITIVE_INFINITY, 1e-9),
          ordered('is at least the European option', { request }, european, 1e-9 * strike),
        ];
      const rounding = HESTON_DIVIDENDS_ACCURACY * Math.max(100, strike);
      return [
        bounded(request, intrinsic, Number.POSITIVE_INFINITY, 1e-9),
        isPut
          ? ordered('a put is at least the European one without the dividends, which raise it', { request }, european, rounding)
          : ordered('dividends lower a call', { request: undivided }, { request }, rounding),
      ];
    },
    runs: 8,
  },
  equity_bermudan_heston_fd: {
    requests: requestsOf({
      instrument: { ...option, strike: between(70, 140), time: scale(0.1, 2) },
      market: { spot: fc.constant(100), rate: orZero(between(-0.02, 0.1)), dividend: orZero(between(-0.02, 0.1)) },
      params: { ...heston, sigma: scale(0.05, 1) },
      pricer: { ...paths, numSteps: 10 },
    }),
    claims: (request) => {
      const { strike, optionType } = request.instrument;
      const intrinsic = Math.max(optionType === 'put' ? strike - 100 : 100 - strike, 0);
      const european = { request, pricerId: 'equity_vanilla_heston_fft' };
      return [
        bounded(request, intrinsic, Number.POSITIVE_INFINITY, 1e-9),
        ordered('is at least the European option', { request }, european, 1e-9 * strike),
      ];
    },
    runs: 6,
  },
  equity_american_lsm: {
    requests: requestsOf({
      instrument: { ...option, strike: between(70, 140), time: scale(0.1, 3) },
      market: { spot: fc.constant(100), rate: between(0, 0.1), dividend: between(0, 0.1), volatility: scale(0.1, 0.6) },
      pricer: { ...paths, numSteps: 10 },
    }),
    // The price is the maximum of the policy, the European price and immediate exercise, so single precision does not affect the bounds.
    claims: (request) => american(request, 1e-9),
    runs: 6,
  },
  equity_american_model_lsm: {
    requests: requestsOf({
      instrument: { ...option, strike: between(70, 140), time: scale(0.1, 2) },
      market: {
        spot: fc.constant(100),
        rate: between(0, 0.1),
        dividend: between(0, 0.1),
        model: fc.record({ type: fc.constant('heston'), ...heston, sigma: scale(0.05, 1) }),
      },
      pricer: { ...paths, numSteps: 10 },
    }),
    claims: (request) => {
      const { strike, optionType } = request.instrument;
      const intrinsic = Math.max(optionType === 'put' ? strike - 100 : 100 - strike, 0);
      return [bounded(request, intrinsic, optionType === 'put' ? strike : 100, 1e-9)];
    },
    runs: 6,
  },
  contract_gbm_mc: { requests: asContract({}), claims: (request) => vanillaContract(request, 1e-5), runs: 25 },
  contract_model_mc: {
    requests: asContract({ model: { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.05, sigma: 0.4, rho: -0.6 } }),
    claims: (request) => vanillaContract(request, 2e-2),
    runs: 10,
  },
};
