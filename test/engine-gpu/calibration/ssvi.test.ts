import { expect } from 'chai';
import { fitSsvi } from '#engine-gpu/calibration/ssvi';
import { surfaceSlices } from '#engine-gpu/calibration/surface-slices';
import { arbitrageReport } from '#engine-gpu/market/surface-arbitrage';
import { ssviSlice, sviVariance } from '#engine-gpu/market/svi';
import { xoshiro256High } from '#engine-gpu/random/xoshiro';
import { closeTo, table } from '#test/reference/table';

interface Ssvi {
  readonly rho: number;
  readonly eta: number;
  readonly gamma: number;
  readonly thetas: readonly number[];
}
type Smiles = Parameters<typeof fitSsvi>[0];

const TIMES = [0.1, 0.25, 0.5, 1, 2, 4];
/** Log-moneynesses of quotes, in standard deviations of the expiry. */
const DEVIATIONS = [-2, -1.2, -0.6, 0, 0.5, 1, 1.6];

const quotesOf = ({ thetas, ...skew }: Ssvi, noise: () => number = () => 0): Smiles =>
  thetas.map((theta, i) => {
    const ks = DEVIATIONS.map((d) => d * Math.sqrt(theta));
    const svi = ssviSlice(skew, theta);
    return { time: TIMES[i]!, ks, volatilities: ks.map((k) => Math.max(0.01, Math.sqrt(sviVariance(svi, k).value / TIMES[i]!) + noise())) };
  });

const offences = (smiles: Smiles): number => {
  const { fits } = fitSsvi(smiles);
  const { butterfly, calendar } = arbitrageReport(fits.map(({ svi }, i) => ({ time: smiles[i]!.time, forward: 1, svi })));
  return butterfly.length + calendar.length;
};

const drawing = (seed: bigint) => {
  const next = xoshiro256High(seed);
  return (low: number, high: number) => low + ((high - low) * (next() + 0.5)) / 2 ** 32;
};

describe('a fit of SSVI', () => {
  table<{ readonly smiles: Smiles }, Ssvi & { readonly rmse: number }>('ssvi_fit', ({ inputs, expected, tolerance }) => {
    const { fits, ssvi } = fitSsvi(inputs.smiles);
    const errors = fits.flatMap(({ modelVolatilities }, i) => modelVolatilities.map((one, j) => one - inputs.smiles[i]!.volatilities[j]!));
    const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    closeTo(rmse, expected.rmse, { rel: 1e-6, abs: 1e-9, why: 'the cost is flat at its minimum' }, 'rmse');
    for (const name of ['rho', 'eta', 'gamma'] as const) closeTo(ssvi[name], expected[name], tolerance, name);
    for (const [i, theta] of ssvi.thetas.entries()) closeTo(theta, expected.thetas[i]!, tolerance, `theta ${i}`);
  });

  it('recovers surfaces of any skew and term structure', () => {
    const between = drawing(1n);
    for (let n = 0; n < 60; n++) {
      const rho = n % 6 === 0 ? 0 : between(-0.95, 0.9);
      const eta = (2 * between(0.1, 0.95)) / (1 + Math.abs(rho));
      const volatility = between(0.08, 0.6);
      const thetas: number[] = [];
      for (const [i, time] of TIMES.entries())
        thetas.push((thetas.at(-1) ?? 0) + volatility ** 2 * (time - (TIMES[i - 1] ?? 0)) * between(0.4, 1.6));
      const surface = { rho, eta, gamma: between(0.02, 0.48), thetas };
      const { fits, ssvi } = fitSsvi(quotesOf(surface));
      for (const { maxError, constrained } of fits) {
        expect(maxError, JSON.stringify(surface)).to.be.below(1e-9);
        expect(constrained).to.equal(false);
      }
      for (const name of ['rho', 'eta', 'gamma'] as const)
        expect(ssvi[name], `${name} of ${JSON.stringify(surface)}`).to.be.closeTo(surface[name], 1e-6);
      for (const [i, one] of ssvi.thetas.entries()) expect(one).to.be.closeTo(thetas[i]!, 1e-8);
      for (const [i, { svi }] of fits.entries()) expect(svi).to.deep.equal(ssviSlice(ssvi, ssvi.thetas[i]!));
    }
  });

  it('allows no arbitrage whatever the quotes are: noisy, steep, crossing or far', () => {
    const between = drawing(2n);
    for (let n = 0; n < 40; n++) {
      const scale = 10 ** between(-2, 0.3);
      const smiles = TIMES.slice(0, 1 + (n % 6)).map((time) => {
        const ks = DEVIATIONS.map((d) => d * scale);
        const [level, slope, bend] = [between(0.05, 1), between(-1, 1), between(-1, 1)];
        return { time, ks, volatilities: ks.map((k) => Math.max(0.01, level + slope * k + bend * k * k + between(-0.03, 0.03))) };
      });
      expect(offences(smiles), JSON.stringify(smiles)).to.equal(0);
    }
  });

  it('says where a bound that keeps it free of arbitrage holds it', () => {
    const steep = { rho: -0.7, eta: 1.6, gamma: 0.4, thetas: [0.01, 0.02, 0.04] };
    expect(fitSsvi(quotesOf(steep)).fits[0]!.constrained).to.equal(true);
    const falling = { rho: -0.3, eta: 1, gamma: 0.3, thetas: [0.02, 0.018, 0.04] };
    const { fits, ssvi } = fitSsvi(quotesOf(falling));
    expect(fits[0]!.constrained).to.equal(true);
    expect(ssvi.thetas[1]).to.equal(ssvi.thetas[0]);
    expect(offences(quotesOf(steep)) + offences(quotesOf(falling))).to.equal(0);
  });

  it('takes one quote of an expiry, and needs one per parameter in all', () => {
    const surface = { rho: -0.4, eta: 0.9, gamma: 0.3, thetas: [0.01, 0.02, 0.05] };
    const [first, second, third] = quotesOf(surface);
    const one = { ...second!, ks: second!.ks.slice(2, 3), volatilities: second!.volatilities.slice(2, 3) };
    const { ssvi } = fitSsvi([first!, one, third!]);
    expect(ssvi.thetas[1]).to.be.closeTo(0.02, 1e-8);
    const fitted = (counts: readonly number[]) =>
      surfaceSlices({
        ...{ valuationDate: '2026-01-05', spot: 1, dividend: 0, strict: false, fit: 'ssvi' },
        rate: 0,
        quotes: counts.flatMap((count, i) =>
          quotesOf(surface)
            [i]!.ks.slice(0, count)
            .map((k, j) => ({
              ...{ time: TIMES[i]!, strike: Math.exp(k), impliedVolatility: quotesOf(surface)[i]!.volatilities[j]! },
            })),
        ),
      });
    expect(() => fitted([3, 1])).to.throw('must be of at least 5 quotes for ssvi, three more than there are expiries; there are 4');
    expect(fitted([4, 1]).result.ssvi?.thetas).to.have.length(2);
  });
});
