/** What must hold of every price that a pricer gives, as sums of prices between bounds; and the terms over which it must. */
import fc from 'fast-check';

export interface Request {
  // biome-ignore lint/suspicious/noExplicitAny: each pricer's own
  readonly instrument: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: each pricer's own
  readonly market: Record<string, any>;
  readonly params?: object;
  readonly pricer?: object;
}

/** A price to be asked for: of the law's own pricer, or of another. */
export interface Ask {
  readonly request: Request;
  readonly pricerId?: string;
}

/** least ≤ Σ weight · price ≤ most, but for rounding and, of simulations, six standard errors. */
export interface Claim {
  readonly what: string;
  readonly sum: readonly (readonly [weight: number, ask: Ask])[];
  readonly least?: number;
  readonly most?: number;
  /** Of the numbers that are summed: absolute, price units. */
  readonly rounding: number;
}

export interface Law {
  readonly requests: fc.Arbitrary<Request>;
  readonly claims: (request: Request) => readonly Claim[];
  /** Part of the requests that may be refused, or fail, with a reason. */
  readonly refused?: number;
  readonly runs?: number;
}

export const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Even in the logarithm. */
export const scale = (min: number, max: number) => between(Math.log(min), Math.log(max)).map(Math.exp);
export const orZero = (value: fc.Arbitrary<number>) => fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(0) });

/** Requests of these parts. */
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

/** The same with another instrument, or another market, in some respect. */
export const instead = (request: Request, instrument: object, market: object = {}): Request => ({
  ...request,
  instrument: { ...request.instrument, ...instrument },
  market: { ...request.market, ...market },
});

/** One price between bounds. */
export const bounded = (request: Request, least: number, most: number, rounding: number): Claim => ({
  what: 'lies between its bounds',
  sum: [[1, { request }]],
  least,
  most,
  rounding,
});

/** One price at least as large as another. */
export const ordered = (what: string, larger: Ask, smaller: Ask, rounding: number): Claim => ({
  what,
  sum: [
    [1, larger],
    [-1, smaller],
  ],
  least: 0,
  rounding,
});

/** Prices whose sum is known. */
export const sums = (what: string, sum: Claim['sum'], to: number, rounding: number): Claim => ({
  what,
  sum,
  least: to,
  most: to,
  rounding,
});

const optionType = fc.constantFrom('call', 'put');
export const option = { strike: scale(1, 1e4), time: orZero(scale(1e-6, 50)), optionType };
export const carry = { rate: between(-0.1, 0.3), dividend: between(-0.1, 0.3) };
export const share = { spot: scale(1, 1e4), ...carry };
export const blackScholes = { ...share, volatility: scale(0.01, 2) };

/** What a European option's two sides are worth today: the asset and the strike. */
export const legsOf = ({ instrument, market }: Request): { asset: number; cash: number; rounding: number } => {
  const { strike, time } = instrument;
  const asset = market.spot * Math.exp(-market.dividend * time);
  const cash = strike * Math.exp(-market.rate * time);
  return { asset, cash, rounding: 1e-11 * Math.max(asset, cash) };
};

/** Bounds and parity of European options on one asset; and that a call falls, a put rises, with the strike. */
export function european(request: Request, { error = 0, arbitrageFree = true } = {}): readonly Claim[] {
  const { asset, cash, rounding } = legsOf(request);
  const { strike, optionType } = request.instrument;
  const isPut = optionType === 'put';
  const slack = rounding + error;
  const higher = instead(request, { strike: strike * 1.1 });
  return [
    bounded(request, Math.max(isPut ? cash - asset : asset - cash, 0), isPut ? cash : asset, slack),
    sums(
      'differs from the other side by the forward',
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

/** The same, of a model of one volatility: an option rises with it. */
export const risesWithVolatility = (request: Request, rounding: number): Claim =>
  ordered(
    'rises with the volatility',
    { request: instead(request, {}, { volatility: request.market.volatility * 1.1 }) },
    { request },
    rounding,
  );
