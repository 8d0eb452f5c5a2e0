import { expect } from 'chai';
import { impliedVolatilityAt, quotedSlice, type Slice, surface, totalVariance, totalVarianceAt } from '#engine-gpu/market/surface';
import { arbitrageReport } from '#engine-gpu/market/surface-arbitrage';

const svi: Slice = { time: 1, forward: 100, svi: { a: 0.01, b: 0.2, rho: -0.5, m: 0.05, sigma: 0.15 } };
const quoted = quotedSlice(0.5, 100, [70, 80, 90, 100, 110, 130], [0.34, 0.29, 0.25, 0.22, 0.2, 0.19]);

describe('a surface of total variance', () => {
  it('has the derivatives of its smiles, and joins the last quote to the wing with a continuous curvature', () => {
    const h = 1e-4;
    for (const slice of [svi, quoted])
      for (const k of [-0.9, -0.2, 0, 0.13, 0.7]) {
        const { slope, curvature } = totalVariance(slice, k);
        const varianceAt = (x: number) => totalVariance(slice, x).value;
        expect(slope).to.be.closeTo((varianceAt(k + h) - varianceAt(k - h)) / (2 * h), 1e-7);
        expect(curvature).to.be.closeTo((varianceAt(k + h) - 2 * varianceAt(k) + varianceAt(k - h)) / (h * h), 1e-4);
      }
    for (const end of [Math.log(0.7), Math.log(1.3)])
      for (const outside of [end - 1e-9, end + 1e-9]) expect(totalVariance(quoted, outside).curvature).to.be.closeTo(0, 1e-6);
  });

  it('levels off beyond the quotes, never under half of the last quoted variance', () => {
    const last = totalVariance(quoted, Math.log(1.3)).value;
    expect(totalVariance(quoted, 10).value).to.be.within(0.5 * last, last);
    expect(totalVariance(quoted, 10).slope).to.be.closeTo(0, 1e-12);
  });

  it('is linear in time between expiries, starts at 0 and keeps the volatility beyond the last', () => {
    const both = [quoted, svi];
    const [first, last] = [totalVariance(quoted, 0.1).value, totalVariance(svi, 0.1).value];
    expect(totalVarianceAt(both, 0.1, 0.25)).to.be.closeTo(first / 2, 1e-15);
    expect(totalVarianceAt(both, 0.1, 0.75)).to.be.closeTo((first + last) / 2, 1e-15);
    expect(totalVarianceAt(both, 0.1, 2)).to.be.closeTo(2 * last, 1e-15);
    expect(impliedVolatilityAt(both, 0.1, 2)).to.be.closeTo(Math.sqrt(last), 1e-15);
  });
});

describe('the arbitrage report of a surface', () => {
  it('is empty for quotes and SVI slices without arbitrage', () => {
    expect(arbitrageReport([{ ...quoted, time: 0.3 }, svi])).to.deep.equal({ calendar: [], butterfly: [] });
  });

  it('names the quotes of a butterfly and of a calendar spread that are worth less than zero', () => {
    const dented = quotedSlice(0.25, 100, [90, 95, 100, 105, 110], [0.25, 0.23, 0.29, 0.21, 0.2]);
    const { butterfly, calendar } = arbitrageReport([dented, quotedSlice(0.5, 100, [90, 100, 110], [0.21, 0.2, 0.2])]);
    expect(butterfly.filter(({ slice }) => slice === 0)).to.have.lengthOf.at.least(1);
    const [dent] = butterfly.filter(({ reason }) => reason.startsWith('makes a butterfly'));
    expect([dent!.slice, dent!.quote, dent!.time, dent!.impliedVolatility]).to.deep.equal([0, 2, 0.25, 0.29]);
    expect(dent!.strike).to.be.closeTo(100, 1e-12);
    expect(calendar.map(({ slice, quote }) => [slice, quote])).to.deep.equal([[1, 1]]);
    expect(calendar[0]!.reason).to.match(
      /^must be at least 0\.205061, or a calendar spread from expiry 0\.25 at the same moneyness is worth less than zero; got 0\.2$/,
    );
  });

  it('finds the arbitrage of SVI parameters', () => {
    // The example of Axel Vogt in Gatheral and Jacquier (2014), section 5.1: its density is negative near k = 0.8.
    const vogt: Slice = { time: 1, forward: 100, svi: { a: -0.041, b: 0.1331, m: 0.3586, rho: 0.306, sigma: 0.4153 } };
    const { butterfly, calendar } = arbitrageReport([vogt, { ...vogt, time: 1.5, svi: { ...vogt.svi, a: -0.042 } }]);
    expect(butterfly.length).to.be.above(0);
    expect(butterfly.every(({ quote, strike }) => quote === -1 && strike > 150 && strike < 350)).to.be.true;
    expect(calendar.length).to.be.above(100);
  });

  it('finds nothing on the quotes of a flat surface', () => {
    const flat = surface(
      {
        strikes: [80, 100, 120],
        expiries: [0.5, 1],
        volatilities: [
          [0.2, 0.2, 0.2],
          [0.2, 0.2, 0.2],
        ],
      },
      () => 100,
    );
    expect(arbitrageReport(flat)).to.deep.equal({ calendar: [], butterfly: [] });
  });
});
