/** Laws of prices: bounds on weighted sums of prices that hold for every price of a pricer, and the requests over which they are checked. */
import fc from 'fast-check';

export interface Request {
  // biome-ignore lint/suspicious/noExplicitAny: each pricer's own
  readonly instrument: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: each pricer's own
  readonly market: Record<string, any>;
  readonly params?: object;
  readonly pricer?: object;
}

/** A price to compute, by the pricer of the law or by another. */
export interface Ask {
  readonly request: Request;
  readonly pricerId?: string;
}

/** lower ≤ Σ weight · price ≤ upper, up to rounding and, for simulations, six standard errors. */
export interface Claim {
  readonly label: string;
  readonly sum: readonly (readonly [weight: number, ask: Ask])[];
  readonly lower?: number;
  readonly upper?: number;
  /** Absolute rounding error of the sum, price units. */
  readonly rounding: number;
}

export interface Law {
  readonly requests: fc.Arbitrary<Request>;
  readonly claims: (request: Request) => readonly Claim[];
  /** Largest share of the requests that may be refused or fail with a reason; 0 by default. */
  readonly refused?: number;
  readonly runs?: number;
}

export const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Log-uniform. */
export const scale = (min: number, max: number) => between(Math.log(min), Math.log(max)).map(Math.exp);
export const orZero = (value: fc.Arbitrary<number>) => fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(0) });

/** Requests composed of these parts. */
export const requestsOf = (parts: {
  readonly instrument: Record<string, fc.Arbitrary<unknown>>;
  readonly market: Record<string, fc.Arbitrary<unknown>>;
  readonly params?: Record<string, fc.Arbitrary<unknown>>;
  readonly pricer?: object;
}): fc.Arbitrary<Request> =>
  fc.record({
    instrument: fc.record(parts.instrument),
    market: fc.record(parts.market),
    ...(parts.params && { params: fc.record(parts.params) }),
    ...(parts.pricer && { pricer: fc.constant(parts.pricer) }),
  });

/** The request with some fields of its instrument or market replaced. */
export const instead = (request: Request, instrument: object, market: object = {}): Request => ({
  ...request,
  instrument: { ...request.instrument, ...instrument },
  market: { ...request.market, ...market },
});

/** A price lies between bounds. */
export const bounded = (request: Request, lower: number, upper: number, rounding: number): Claim => ({
  label: 'lies between its bounds',
  sum: [[1, { request }]],
  lower,
  upper,
  rounding,
});

/** A price is at least as large as another. */
export const ordered = (label: string, larger: Ask, smaller: Ask, rounding: number): Claim => ({
  label,
  sum: [
    [1, larger],
    [-1, smaller],
  ],
  lower: 0,
  rounding,
});

/** A weighted sum of prices has a known value. */
export const sums = (label: string, sum: Claim['sum'], to: number, rounding: number): Claim => ({
  label,
  sum,
  lower: to,
  upper: to,
  rounding,
});

const optionType = fc.constantFrom('call', 'put');
export const option = { strike: scale(1, 1e4), time: orZero(scale(1e-6, 50)), optionType };
export const carry = { rate: between(-0.1, 0.3), dividend: between(-0.1, 0.3) };
export const share = { spot: scale(1, 1e4), ...carry };
export const blackScholes = { ...share, volatility: scale(0.01, 2) };

/** Present values of the two legs of a European option, the asset and the strike, and the rounding error of their difference. */
export const legsOf = ({ instrument, market }: Request): { asset: number; cash: number; rounding: number } => {
  const { strike, time } = instrument;
  const asset = market.spot * Math.exp(-market.dividend * time);
  const cash = strike * Math.exp(-market.rate * time);
  return { asset, cash, rounding: 1e-11 * Math.max(asset, cash) };
};

/** European options on one asset: no-arbitrage bounds, put-call parity, and monotonicity in the strike. */
export function european(request: Request, { error = 0, arbitrageFree = true } = {}): readonly Claim[] {
  const { asset, cash, rounding } = legsOf(request);
  const { strike, optionType } = request.instrument;
  const isPut = optionType === 'put';
  const slack = rounding + error;
  const higher = instead(request, { strike: strike * 1.1 });
  return [
    bounded(request, Math.max(isPut ? cash - asset : asset - cash, 0), isPut ? cash : asset, slack),
    sums(
      'satisfies put-call parity',
      [
        [1, { request: instead(request, { optionType: 'call' }) }],
        [-1, { request: instead(request, { optionType: 'put' }) }],
      ],
      asset - cash,
      2 * slack,
    ),
    ...(arbitrageFree
      ? [ordered('is monotone in the strike', { request: isPut ? higher : request }, { request: isPut ? request : higher }, 2.2 * slack)]
      : []),
  ];
}

/** Under a model with one volatility, the price of an option increases with it. */
export const risesWithVolatility = (request: Request, rounding: number): Claim =>
  ordered(
    'increases with the volatility',
    { request: instead(request, {}, { volatility: request.market.volatility * 1.1 }) },
    { request },
    rounding,
  );
