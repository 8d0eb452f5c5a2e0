import { expect } from 'chai';
import fc from 'fast-check';
import { GREEKS, type VanillaTerms } from '#engine';
import { EngineFailure, parse, termsOf, vanillaOption } from '#engine/schemas';
import {
  type Greeks,
  greeksVanilla,
  greeksVanillaBatch,
  impliedVolatility,
  priceVanilla,
  priceVanillaBatch,
} from '#engine-gpu/method/vanilla-option';
import { defined } from '#services/runtime/defined';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Options of any realistic market: moneyness e^±3, rates from −5 to 15 %, an hour to thirty years. */
const option = fc.record({
  spot: between(0.01, 10_000),
  moneyness: between(-3, 3),
  rate: between(-0.05, 0.15),
  volatility: between(0.01, 3),
  time: between(1e-4, 30),
  dividend: between(-0.02, 0.1),
  put: fc.boolean(),
});
const terms = option.map(({ moneyness, ...rest }): VanillaTerms => ({ ...rest, strike: rest.spot * Math.exp(moneyness) }));

const discountedSpot = ({ spot, dividend, time }: VanillaTerms) => spot * Math.exp(-dividend * time);
const discountedStrike = ({ strike, rate, time }: VanillaTerms) => strike * Math.exp(-rate * time);
/** Rounding error of a sum of the two legs: a few ulp of the larger one. */
const rounding = (o: VanillaTerms) => 8 * Number.EPSILON * Math.max(discountedSpot(o), discountedStrike(o));

describe('the price of any vanilla option', () => {
  it('obeys put-call parity', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const gap = priceVanilla({ ...o, put: false }) - priceVanilla({ ...o, put: true });
        expect(gap).to.be.closeTo(discountedSpot(o) - discountedStrike(o), rounding(o));
      }),
    );
  });

  it('lies between its discounted intrinsic value on the forward and the present value of the leg that it receives', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const [a, b] = [discountedSpot(o), discountedStrike(o)];
        const price = priceVanilla(o);
        // The loops have an exponential of their own, so that the legs differ in their last bits: by up to 2 ulp of the larger in two million options.
        expect(price).to.be.at.least(Math.max((o.put ? b - a : a - b) - rounding(o), 0));
        expect(price).to.be.at.most((o.put ? b : a) + rounding(o));
      }),
    );
  });

  it('is monotone in the strike with a slope of at most the discount factor, and convex in it', () => {
    fc.assert(
      fc.property(terms, between(0.01, 0.5), (o, width) => {
        const priceAt = (strike: number) => priceVanilla({ ...o, strike });
        const [low, middle, high] = [priceAt(o.strike), priceAt(o.strike * (1 + width)), priceAt(o.strike * (1 + 2 * width))];
        const slack = 4 * rounding(o);
        const change = o.put ? middle - low : low - middle;
        expect(change).to.be.at.least(-slack);
        expect(change).to.be.at.most(discountedStrike(o) * width + slack);
        expect(low - 2 * middle + high).to.be.at.least(-2 * slack);
      }),
    );
  });

  it('increases with volatility', () => {
    fc.assert(
      fc.property(terms, between(1e-3, 1), (o, more) => {
        expect(priceVanilla({ ...o, volatility: o.volatility + more })).to.be.at.least(priceVanilla(o) - rounding(o));
      }),
    );
  });

  it('is exactly homogeneous in spot and strike for scale factors that are powers of two', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: -300, max: 300 }), (o, power) => {
        const scale = 2 ** power;
        const price = priceVanilla(o);
        // Closer to the smallest normal number, 2e-308, a factor of the price is subnormal and has fewer digits.
        fc.pre(Math.min(price, price * scale) > 1e-290);
        expect(priceVanilla({ ...o, spot: o.spot * scale, strike: o.strike * scale })).to.equal(price * scale);
      }),
    );
  });

  it('is unchanged when call and put, spot and strike, and rate and dividend are exchanged', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const mirrored = { ...o, spot: o.strike, strike: o.spot, rate: o.dividend, dividend: o.rate, put: !o.put };
        expect(priceVanilla(mirrored)).to.be.closeTo(priceVanilla(o), rounding(o));
      }),
    );
  });

  it('determines the implied volatility as accurately as the rounding of the price allows', () => {
    fc.assert(
      fc.property(terms, (o) => {
        const price = priceVanilla(o);
        const upper = o.put ? discountedStrike(o) : discountedSpot(o);
        const { vega } = greeksVanilla(o);
        // At its upper bound a price does not determine the volatility. Near it, or with a small vega, the error of the volatility is rounding/vega.
        fc.pre(price < upper && rounding(o) / vega < 1e-3 * o.volatility);
        const result = impliedVolatility(o, price);
        // Besides the rounding of the price, x and d₁ are rounded on the way there and back: (1 + x²/s) ulp, with a margin.
        const x = Math.log(discountedSpot(o) / discountedStrike(o));
        const conditioning = 1 + (x * x) / (o.volatility ** 2 * o.time);
        expect(result.impliedVolatility).to.be.closeTo(
          o.volatility,
          (2 * rounding(o)) / vega + 16 * conditioning * Number.EPSILON * o.volatility,
        );
      }),
    );
  });
});

describe('any vanilla option that the request schema admits', () => {
  it('has a finite price and finite Greeks, or fails with a pricing error', () => {
    const extreme = fc.record({
      spot: fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
      strike: fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
      rate: between(-10, 10),
      volatility: between(0, 100),
      time: between(0, 1_000),
      dividend: between(-10, 10),
      optionType: fc.constantFrom('call', 'put'),
    });
    fc.assert(
      fc.property(extreme, (request) => {
        const o = termsOf(parse(vanillaOption, request));
        try {
          expect(Object.values(greeksVanilla(o)).every(Number.isFinite)).to.equal(true);
          expect(priceVanilla(o)).to.be.at.least(0);
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          expect(error.kind).to.equal('pricing');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the Greeks of any vanilla option', () => {
  /** Options near the money, where differences of prices keep enough digits. */
  const ordinary = fc
    .record({
      spot: between(50, 200),
      moneyness: between(-0.5, 0.5),
      rate: between(-0.05, 0.15),
      volatility: between(0.1, 1),
      time: between(0.1, 5),
      dividend: between(-0.02, 0.1),
      put: fc.boolean(),
    })
    .map(({ moneyness, ...rest }): VanillaTerms => ({ ...rest, strike: rest.spot * Math.exp(moneyness) }));

  type Term = 'spot' | 'volatility' | 'rate' | 'dividend' | 'time';

  /** Each Greek with the quantity that is differentiated, the variable, and the sign. */
  const DERIVATIVES: readonly (readonly [Greek: keyof Greeks, of: keyof Greeks, by: Term, sign: 1 | -1])[] = [
    ['delta', 'price', 'spot', 1],
    ['gamma', 'delta', 'spot', 1],
    ['vega', 'price', 'volatility', 1],
    ['theta', 'price', 'time', -1],
    ['rho', 'price', 'rate', 1],
    ['dividendRho', 'price', 'dividend', 1],
    ['vanna', 'delta', 'volatility', 1],
    ['vanna', 'vega', 'spot', 1],
    ['volga', 'vega', 'volatility', 1],
    ['charm', 'delta', 'time', -1],
    ['charm', 'theta', 'spot', 1],
    ['veta', 'vega', 'time', -1],
    ['veta', 'theta', 'volatility', 1],
    ['speed', 'gamma', 'spot', 1],
    ['zomma', 'gamma', 'volatility', 1],
    ['zomma', 'vanna', 'spot', 1],
    ['color', 'gamma', 'time', -1],
    ['color', 'charm', 'spot', 1],
  ];

  // A central difference of sixth order with a step of 2^-8 of the term's scale: truncation about (2^-8)^6 = 4e-15 times
  // the seventh derivative in that scale, which short times and low volatilities (s ≥ 0.03) make 1e5 at most; rounding
  // 2^8 ulp of the larger numbers. Either way 1e-8 of the natural size of the derivative.
  const STEP = 2 ** -8;
  const RELATIVE = 1e-8;

  for (const [name, greek, input, sign] of DERIVATIVES) {
    it(`include ${name} as ${sign === 1 ? '' : 'minus '}the derivative of ${greek} with respect to ${input}`, () => {
      fc.assert(
        fc.property(ordinary, (o) => {
          const stdDev = o.volatility * Math.sqrt(o.time);
          // The scale on which the price varies with this variable.
          const scale = {
            spot: o.spot * stdDev,
            volatility: o.volatility * Math.min(1, stdDev),
            time: o.time * Math.min(1, stdDev),
            rate: stdDev / o.time,
            dividend: stdDev / o.time,
          }[input];
          const h = scale * STEP;
          const greekAt = (k: number) => greeksVanilla({ ...o, [input]: o[input] + k * h })[greek];
          const difference = (45 * (greekAt(1) - greekAt(-1)) - 9 * (greekAt(2) - greekAt(-2)) + (greekAt(3) - greekAt(-3))) / (60 * h);
          const size = Math.max(Math.abs(greekAt(0)), Math.abs(greekAt(3)), Math.abs(greekAt(-3)), natural(greek, o)) / scale;
          expect(sign * greeksVanilla(o)[name]).to.be.closeTo(difference, RELATIVE * size);
        }),
        { numRuns: 50 },
      );
    });
  }

  /** Natural size of a Greek, whose terms may cancel: spot to the power of its dimension over the scales of the variables. */
  const natural = (name: keyof Greeks, { spot, volatility, time }: VanillaTerms): number => {
    const stdDev = volatility * Math.sqrt(time);
    const sizes: Partial<Greeks> = {
      price: spot,
      delta: 1,
      gamma: 1 / (spot * stdDev),
      vega: spot * Math.sqrt(time),
      theta: spot / time,
      vanna: 1 / (volatility * Math.min(1, stdDev)),
      charm: 1 / (time * Math.min(1, stdDev)),
    };
    return defined(sizes[name], name);
  };

  it('are identical in a batch and alone, as is the price', () => {
    fc.assert(
      fc.property(fc.array(terms, { minLength: 1, maxLength: 20 }), (options) => {
        const column = <Name extends keyof VanillaTerms>(name: Name) => options.map((o) => o[name]);
        const columns = {
          spot: column('spot'),
          strike: column('strike'),
          rate: column('rate'),
          volatility: column('volatility'),
          time: column('time'),
          dividend: column('dividend'),
          put: column('put'),
        };
        const { prices } = priceVanillaBatch(columns);
        const { values } = greeksVanillaBatch(columns);
        options.forEach((o, row) => {
          expect(prices[row]).to.equal(priceVanilla(o));
          const alone = greeksVanilla(o);
          for (const [i, name] of GREEKS.entries()) expect(values[row * GREEKS.length + i], name).to.equal(alone[name]);
        });
      }),
    );
  });
});
