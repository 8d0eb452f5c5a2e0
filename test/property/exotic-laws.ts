/** Laws of the closed forms of exotic options: path-dependent options and options on two assets. */
import fc from 'fast-check';
import {
  between,
  blackScholes,
  bounded,
  carry,
  instead,
  type Law,
  legsOf,
  option,
  ordered,
  type Request,
  requestsOf,
  risesWithVolatility,
  scale,
  sums,
} from './law.js';

/** The vanilla option of the same strike, expiry and market. */
const vanilla = ({ instrument: { strike, time }, market }: Request, optionType: string, terms: object = {}) => ({
  pricerId: 'equity_vanilla_bs',
  request: { instrument: { strike, time, optionType, ...terms }, market },
});

const moderate = { ...blackScholes, rate: between(-0.05, 0.15), dividend: between(-0.05, 0.15), volatility: scale(0.02, 1) };
const someTime = scale(1e-3, 20);

const asset = fc.record({ spot: scale(10, 1_000), volatility: scale(0.02, 1), dividend: between(-0.05, 0.15) });
const two = { asset1: asset, asset2: asset, correlation: between(-1, 1), rate: between(-0.05, 0.15) };
/** Present values of both assets, and the rounding error of their sum. */
const assetsOf = ({ instrument: { time }, market: { asset1, asset2 } }: Request) => {
  const [first, second] = [asset1, asset2].map(({ spot, dividend }) => spot * Math.exp(-dividend * time)) as [number, number];
  return { first, second, rounding: 1e-10 * (first + second) };
};
const swapped = (request: Request) => instead(request, {}, { asset1: request.market.asset2, asset2: request.market.asset1 });

export const exoticLaws: Record<string, Law> = {
  equity_asian_geometric_bs: {
    requests: requestsOf({ instrument: { ...option, time: someTime, monitoring: fc.constant('continuous') }, market: moderate }),
    claims: (request) => {
      const { strike, optionType } = request.instrument;
      const { cash, rounding } = legsOf(request);
      const higher = { request: instead(request, { strike: strike * 1.1 }) };
      const [larger, smaller] = optionType === 'put' ? [higher, { request }] : [{ request }, higher];
      return [
        bounded(request, 0, optionType === 'put' ? cash : Number.POSITIVE_INFINITY, rounding),
        ordered('is monotone in the strike', larger, smaller, rounding),
      ];
    },
  },
  equity_barrier_bs: {
    requests: requestsOf({
      instrument: {
        ...option,
        time: someTime,
        level: scale(1, 1e4),
        direction: fc.constantFrom('down', 'up'),
        style: fc.constantFrom('knock_out', 'knock_in'),
        monitoringDates: fc.constantFrom(undefined, 1, 3, 12, 40),
      },
      market: moderate,
    }),
    claims: (request) => {
      const { rounding } = legsOf(request);
      const side = vanilla(request, request.instrument.optionType);
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, rounding),
        ordered('is at most the option without a barrier', side, { request }, 10 * rounding),
        sums(
          'satisfies in-out parity',
          [
            [1, { request: instead(request, { style: 'knock_out' }) }],
            [1, { request: instead(request, { style: 'knock_in' }) }],
            [-1, side],
          ],
          0,
          10 * rounding,
        ),
      ];
    },
  },
  equity_chooser_bs: {
    requests: requestsOf({ instrument: { strike: option.strike, time: someTime, part: between(0, 1) }, market: moderate }).map(
      ({ instrument: { part, ...instrument }, ...rest }) => ({
        ...rest,
        instrument: { ...instrument, choiceTime: part * instrument.time },
      }),
    ),
    claims: (request) => {
      const { rounding } = legsOf(request);
      const [call, put] = [vanilla(request, 'call'), vanilla(request, 'put')];
      return [
        ordered('is at least the call', { request }, call, rounding),
        ordered('is at least the put', { request }, put, rounding),
        {
          label: 'is at most the call and the put together',
          sum: [
            [1, call],
            [1, put],
            [-1, { request }],
          ],
          lower: 0,
          rounding,
        },
      ];
    },
  },
  equity_digital_bs: {
    requests: requestsOf({
      instrument: { ...option, pays: fc.constantFrom('cash', 'asset'), payout: scale(0.1, 10) },
      market: blackScholes,
    }),
    claims: (request) => {
      const { time, pays, payout } = request.instrument;
      const { asset } = legsOf(request);
      const whole = payout * (pays === 'cash' ? Math.exp(-request.market.rate * time) : asset);
      const sides = ['call', 'put'].map((optionType) => [1, { request: instead(request, { optionType }) }] as const);
      // At expiry with the spot at the strike, neither the call nor the put pays.
      return [
        bounded(request, 0, whole, 1e-13 * whole),
        ...(time > 0 ? [sums('pays as call or as put', sides, whole, 1e-12 * whole)] : []),
      ];
    },
  },
  equity_lookback_bs: {
    requests: requestsOf({ instrument: { ...option, time: someTime, fixed: fc.boolean() }, market: moderate }).map(
      ({ instrument: { fixed, strike, ...instrument }, ...rest }) => ({
        ...rest,
        instrument: fixed ? { ...instrument, strike } : instrument,
      }),
    ),
    claims: (request) => {
      const { spot, rate, dividend } = request.market;
      const { time, strike, optionType } = request.instrument;
      // The extreme may be many times the spot, and the closed form divides by r − q, which loses digits as r tends to q.
      const rounding = 1e-8 * (spot * Math.exp(Math.abs(rate - dividend) * time) + (strike ?? spot)) * Math.exp(Math.abs(rate) * time);
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, rounding),
        // The payoff on the extreme is at least the payoff on the final spot.
        ordered('is at least the vanilla option', { request }, vanilla(request, optionType, { strike: strike ?? spot }), rounding),
        ...(strike === undefined ? [] : [risesWithVolatility(request, rounding)]),
      ];
    },
  },
  equity_exchange_margrabe: {
    requests: requestsOf({ instrument: { time: option.time }, market: two }),
    claims: (request) => {
      const { first, second, rounding } = assetsOf(request);
      return [
        bounded(request, Math.max(first - second, 0), first, rounding),
        sums(
          'differs from the reverse exchange by the difference of the two assets',
          [
            [1, { request }],
            [-1, { request: swapped(request) }],
          ],
          first - second,
          rounding,
        ),
      ];
    },
  },
  equity_rainbow_stulz: {
    requests: requestsOf({
      instrument: { ...option, strike: scale(10, 1_000), time: someTime, on: fc.constantFrom('best', 'worst') },
      market: two,
    }),
    claims: (request) => {
      const { first, second } = assetsOf(request);
      const { strike, time, optionType } = request.instrument;
      const { rate, asset1, asset2 } = request.market;
      const cash = strike * Math.exp(-rate * time);
      const rounding = 1e-10 * (first + second + cash);
      const single = (market: object) => vanilla({ instrument: { strike, time }, market: { rate, ...market } }, optionType);
      return [
        bounded(request, 0, optionType === 'put' ? cash : first + second, rounding),
        sums(
          'has best-of and worst-of prices that sum to the two vanilla prices',
          [
            [1, { request: instead(request, { on: 'best' }) }],
            [1, { request: instead(request, { on: 'worst' }) }],
            [-1, single(asset1)],
            [-1, single(asset2)],
          ],
          0,
          rounding,
        ),
      ];
    },
  },
  equity_spread_bs: {
    requests: requestsOf({ instrument: { ...option, strike: between(-300, 300), time: scale(1e-3, 10) }, market: two }),
    claims: (request) => {
      const { first, second } = assetsOf(request);
      const { strike, time } = request.instrument;
      const cash = strike * Math.exp(-request.market.rate * time);
      const rounding = 1e-9 * (first + second + Math.abs(cash));
      const [call, put] = ['call', 'put'].map((optionType) => ({ request: instead(request, { optionType }) }));
      return [
        bounded(call!.request, Math.max(first - second - cash, 0), Number.POSITIVE_INFINITY, rounding),
        sums(
          'satisfies put-call parity',
          [
            [1, call!],
            [-1, put!],
          ],
          first - second - cash,
          rounding,
        ),
        ordered('decreases with the strike', call!, { request: instead(call!.request, { strike: strike + 10 }) }, rounding),
      ];
    },
  },
  futures_option_black76: onForward({ forward: scale(1, 1e4), volatility: scale(0.01, 2) }, scale(1, 1e4), 'volatility'),
  futures_option_bachelier: onForward(
    { forward: between(-100, 100), normalVolatility: scale(1e-3, 50) },
    between(-100, 100),
    'normalVolatility',
  ),
};

/** Options on a forward price: bounds, parity, strike and volatility. */
function onForward(world: Record<string, fc.Arbitrary<number>>, strike: fc.Arbitrary<number>, volatility: string): Law {
  return {
    requests: requestsOf({ instrument: { ...option, strike }, market: { ...world, rate: carry.rate } }),
    claims: (request) => {
      const { time, strike, optionType } = request.instrument;
      const { rate, forward } = request.market;
      const discount = Math.exp(-rate * time);
      const rounding = 1e-12 * discount * (Math.abs(forward) + Math.abs(strike) + 50 * Math.sqrt(time));
      const sign = optionType === 'put' ? -1 : 1;
      const wider = instead(request, {}, { [volatility]: 1.1 * request.market[volatility] });
      const [call, put] = ['call', 'put'].map((side) => ({ request: instead(request, { optionType: side }) }));
      return [
        bounded(request, discount * Math.max(sign * (forward - strike), 0), Number.POSITIVE_INFINITY, rounding),
        sums(
          'satisfies put-call parity',
          [
            [1, call!],
            [-1, put!],
          ],
          discount * (forward - strike),
          2 * rounding,
        ),
        ordered('decreases with the strike', call!, { request: instead(call!.request, { strike: strike + 1 }) }, 2 * rounding),
        ordered('increases with the volatility', { request: wider }, { request }, 2 * rounding),
      ];
    },
  };
}
