import { expect } from 'chai';
import fc from 'fast-check';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { exchangeOption, rainbowOption, spreadOption, type TwoAssets } from '#engine-gpu/formula/two-assets';
import { normalCdf } from '#engine-gpu/math/normal';
import { closeTo, table } from '#test/reference/table';

interface Inputs {
  readonly kind: 'spread' | 'exchange' | 'rainbow';
  /** The asset that a rainbow option looks at. */
  readonly which: 'best' | 'worst';
  readonly spots: readonly [number, number];
  readonly volatilities: readonly [number, number];
  readonly dividends: readonly [number, number];
  readonly correlation: number;
  readonly rate: number;
  readonly time: number;
  /** Not of an exchange option. */
  readonly strike: number;
  readonly optionType?: 'call' | 'put';
}

table<Inputs, { price: number }>('two_assets', ({ inputs, expected, tolerance }) => {
  const { kind, which: extremum, spots, volatilities, dividends, correlation, rate, time, strike, optionType } = inputs;
  const asset = (i: 0 | 1) => ({ spot: spots[i], volatility: volatilities[i], dividend: dividends[i] });
  const market: TwoAssets = { first: asset(0), second: asset(1), correlation, rate, time };
  const sign = optionType === 'put' ? -1 : 1;
  if (kind === 'exchange') closeTo(exchangeOption(market), expected.price, tolerance);
  else if (kind === 'spread') closeTo(spreadOption(market, strike, sign), expected.price, tolerance);
  else closeTo(rainbowOption(market, strike, sign, extremum), expected.price, tolerance);
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const asset = fc.record({
  spot: between(10, 1000),
  volatility: fc.oneof(between(0.01, 1.5), fc.constant(0)),
  dividend: between(-0.05, 0.1),
});
const markets = fc.record({
  first: asset,
  second: asset,
  correlation: fc.oneof(between(-1, 1), fc.constantFrom(-1, 0, 1, 0.925, -0.925)),
  rate: between(-0.05, 0.15),
  time: fc.oneof(between(0.001, 5), fc.constant(0)),
});

const firstShare = ({ first, time }: Pick<TwoAssets, 'first' | 'time'>) => first.spot * Math.exp(-first.dividend * time);
const swapped = (market: TwoAssets): TwoAssets => ({ ...market, first: market.second, second: market.first });
const vanilla = ({ first: { spot, volatility, dividend }, rate, time }: TwoAssets, strike: number, sign: 1 | -1) =>
  blackScholes(spot, strike, rate, volatility, time, dividend, sign);

describe('an option on two assets', () => {
  it('on the best plus one on the worst is the two vanilla options', () => {
    fc.assert(
      fc.property(markets, between(10, 1000), fc.constantFrom<1 | -1>(1, -1), (market, strike, sign) => {
        const rainbow = rainbowOption(market, strike, sign, 'best') + rainbowOption(market, strike, sign, 'worst');
        const scale = firstShare(market) + firstShare(swapped(market)) + strike;
        // An error of 1e-15 in each of three bivariate probabilities, and the rounding of as many sums.
        expect(rainbow).to.be.closeTo(vanilla(market, strike, sign) + vanilla(swapped(market), strike, sign), 2e-14 * scale);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it('on the worst is worth no more than on either asset, and is symmetric in the assets', () => {
    fc.assert(
      fc.property(markets, between(10, 1000), (market, strike) => {
        const slack = 2e-14 * (firstShare(market) + firstShare(swapped(market)) + strike);
        const worst = rainbowOption(market, strike, 1, 'worst');
        expect(worst).to.be.at.most(vanilla(market, strike, 1) + slack);
        expect(worst).to.be.closeTo(rainbowOption(swapped(market), strike, 1, 'worst'), slack);
        const put = rainbowOption(market, strike, -1, 'best');
        expect(put).to.be.at.most(vanilla(market, strike, -1) + slack);
        expect(put).to.be.closeTo(rainbowOption(swapped(market), strike, -1, 'best'), slack);
      }),
      { seed: 2, numRuns: 1000 },
    );
  });

  it('on the spread of perfectly correlated assets is the sum over the two ends of its range of exercise', () => {
    const steep = fc.record({ spot: between(30, 90), volatility: between(0.5, 1), dividend: fc.constant(0) });
    const flat = fc.record({ spot: between(50, 150), volatility: between(0.05, 0.49), dividend: fc.constant(0) });
    const rates = between(-0.02, 0.05);
    fc.assert(
      fc.property(flat, steep, rates, between(0.1, 3), between(0.3, 4), (first, second, rate, time, digits) => {
        const [s1, s2] = [first.volatility * Math.sqrt(time), second.volatility * Math.sqrt(time)];
        const spread = (z: number) => first.spot * Math.exp(s1 * z - 0.5 * s1 * s1) - second.spot * Math.exp(s2 * z - 0.5 * s2 * s2);
        const points = Array.from({ length: 20_001 }, (_, i) => -10 + i / 1000);
        // The first asset moves less: the spread has a maximum, and is above the strike in a range that is narrow where the strike is close to it.
        const fixed = (1 - 10 ** -digits) * Math.max(...points.map(spread));
        const gain = (z: number) => spread(z) - fixed;
        const [from, to] = [points.find((z) => gain(z) > 0), points.findLast((z) => gain(z) > 0)];
        if (fixed <= 0 || from === undefined || to === undefined) return;
        const root = (low: number, high: number): number => {
          const middle = (low + high) / 2;
          if (middle === low || middle === high) return middle;
          return gain(middle) > 0 === gain(low) > 0 ? root(middle, high) : root(low, middle);
        };
        const [low, high] = [root(from - 0.001, from), root(to, to + 0.001)];
        const within = (shift: number) => normalCdf(high - shift) - normalCdf(low - shift);
        const exact = first.spot * within(s1) - second.spot * within(s2) - fixed * within(0);
        const price = spreadOption({ first, second, correlation: 1, rate, time }, fixed * Math.exp(rate * time), 1);
        // Rounding of differences of probabilities, times what they are multiplied with.
        expect(price).to.be.closeTo(exact, 1e-13 * (first.spot + second.spot + fixed));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('on the spread obeys put-call parity, at any strike and correlation', () => {
    fc.assert(
      fc.property(markets, between(-500, 500), (market, strike) => {
        const [call, put] = ([1, -1] as const).map((sign) => spreadOption(market, strike, sign));
        const fixed = strike * Math.exp(-market.rate * market.time);
        const scale = firstShare(market) + firstShare(swapped(market)) + Math.abs(fixed);
        expect(call! - put!).to.be.closeTo(firstShare(market) - firstShare(swapped(market)) - fixed, 1e-12 * scale);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('on the spread tends to the exchange option as its strike vanishes', () => {
    fc.assert(
      fc.property(markets, fc.constantFrom(1e-12, -1e-12), (market, strike) => {
        const scale = firstShare(market) + firstShare(swapped(market));
        expect(spreadOption(market, strike, 1)).to.be.closeTo(exchangeOption(market), 1e-12 * scale);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it('on the spread has the kink where the strike that is left of a negative one vanishes', () => {
    const market: TwoAssets = {
      first: { spot: 100, volatility: 2, dividend: 0 },
      second: { spot: 100, volatility: 0.8, dividend: 0 },
      ...{ correlation: -0.5, rate: 0.02, time: 2 },
    };
    // mpmath.quad with 40 digits, in pieces about the kink.
    expect(spreadOption(market, -100, -1)).to.be.closeTo(42.97766364661897, 1e-11);
    expect(spreadOption(market, -100, 1)).to.be.closeTo(139.0566075618513, 1e-11);
  });

  it('on the spread to a deterministic asset is the vanilla option on the other', () => {
    const market: TwoAssets = {
      first: { spot: 100, volatility: 0.3, dividend: 0.01 },
      second: { spot: 20, volatility: 0, dividend: 0 },
      correlation: 0.3,
      rate: 0,
      time: 2,
    };
    expect(spreadOption(market, 70, 1)).to.be.closeTo(vanilla(market, 90, 1), 1e-12);
  });
});
