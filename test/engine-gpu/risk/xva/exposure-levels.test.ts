/** Quantiles of exposure at levels of the caller's choice, and the averages of a profile, against closed forms. */
import { expect } from 'chai';
import { exposureJob, runJob } from '#engine';
import { exposureRequest, faultsOf, parse } from '#engine/schemas';
import { inverseNormalCdf } from '#engine-gpu/math/normal';

const limits = { costLimit: 1e9 };
const [spot, volatility, rate, strike, quantity, maturity] = [100, 0.25, 0.03, 95, 10, 3];
const market = { valuationDate: '2026-11-20', curves: { USD: { rate } }, fx: {}, assets: { ACME: { spot, volatility } } };
const forward = { type: 'equity_forward', underlying: 'ACME', quantity, strike, maturity };
const run = (body: object) =>
  runJob(exposureJob(parse(exposureRequest, { market, trades: [forward], pricer: { numPaths: 16_384, seed: 3 }, ...body }), limits));
const LEVELS = [0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995];

/** Value of the forward at the quantile of the share's price. */
const quantile = (time: number, level: number): number => {
  const price = spot * Math.exp((rate - volatility ** 2 / 2) * time + volatility * Math.sqrt(time) * inverseNormalCdf(level));
  return quantity * Math.max(price - strike * Math.exp(-rate * (maturity - time)), 0);
};

const LEVELS_OF_FEW_PATHS = [0.9, 0.95, 0.99];

describe('levels of exposure', () => {
  it('are the quantiles of a forward’s value from the median to 99.5 %, with standard errors that are true over seeds', () => {
    const times = [0.25, 1, 2.5];
    const inside = new Map(LEVELS.map((level) => [level, 0]));
    const seeds = 20;
    for (let seed = 1; seed <= seeds; seed++) {
      const { exposure, warnings } = run({ exposureTimes: times, pfeLevels: LEVELS, pricer: { numPaths: 8192, seed } });
      expect(warnings).to.equal(undefined);
      for (const { time, pfe = [] } of exposure) {
        expect(pfe.map(({ level }) => level)).to.deep.equal(LEVELS);
        for (const { level, value, standardError } of pfe) {
          // The quantile of Student's law with 15 degrees of freedom.
          if (Math.abs(value - quantile(time, level)) <= 2.131 * standardError) inside.set(level, (inside.get(level) ?? 0) + 1);
        }
        for (let i = 1; i < pfe.length; i++) expect(pfe[i]!.value).to.be.at.least(pfe[i - 1]!.value);
      }
    }
    // 95 % of 60 are expected, with a deviation of 2.8 %; dates of one seed are not independent.
    for (const [level, count] of inside) expect(count, `${level}`).to.be.at.least(0.85 * seeds * times.length);
  });

  it('of few paths are not biased: over seeds their mean is that of the closed form', () => {
    const seeds = 40;
    // Rows of 64 paths with quantiles of their own were 0.6 standard errors too high at 95 % and 1.6 at 99 %, in the mean.
    for (const time of [1, 2.5]) {
      const runs = Array.from({ length: seeds }, (_, i) => {
        const { exposure } = run({ exposureTimes: [time], pfeLevels: LEVELS_OF_FEW_PATHS, pricer: { numPaths: 1024, seed: 500 + i } });
        return exposure[0]!.pfe ?? [];
      });
      LEVELS_OF_FEW_PATHS.forEach((level, i) => {
        const errors = runs.map((pfe) => pfe[i]!.value - quantile(time, level));
        const mean = errors.reduce((sum, error) => sum + error, 0) / seeds;
        const meanSquare = (list: readonly number[]): number => list.reduce((sum, each) => sum + each * each, 0) / list.length;
        const stated = Math.sqrt(meanSquare(runs.map((pfe) => pfe[i]!.standardError)));
        expect(Math.abs(mean) / stated, `${level} at ${time}`).to.be.below(0.5);
        const ratio = Math.sqrt(meanSquare(errors)) / stated;
        expect(ratio, `scatter over stated error, ${level} at ${time}`).to.be.within(0.6, 1.4);
      });
    }
  });

  it('that the paths do not resolve come with a warning', () => {
    const { warnings = [] } = run({ exposureTimes: [1], pfeLevels: [0.95, 0.999] });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/^16384 paths do not resolve the quantile of the exposure at 0\.999/);
    expect(run({ exposureTimes: [1], pfeLevels: [0.95, 0.999], pricer: { numPaths: 65_536 } }).warnings).to.equal(undefined);
    // Of all paths, where they are few, the quantiles have at least five beyond: 512 paths for 99 %.
    const levelsOf = ({ warnings: all = [] }: ReturnType<typeof run>) => all.map((each) => /at (0\.\d+)/.exec(each)?.[1]);
    for (const nettingSets of [undefined, [{ trades: [forward] }, { trades: [forward] }]]) {
      const exposureWith = (numPaths: number) =>
        levelsOf(run({ exposureTimes: [1], ...(nettingSets && { nettingSets, trades: undefined }), pricer: { numPaths } }));
      expect(exposureWith(512)).to.deep.equal([]);
      expect(exposureWith(256)).to.deep.equal(['0.99']);
    }
  });

  it('leave every other figure as it is, to the last bit', () => {
    for (const body of [
      { exposureTimes: [0.25, 1, 2.5] },
      { exposureTimes: [0.5], collateral: { threshold: 100, marginPeriodDays: 10 } },
      { trades: undefined, nettingSets: [{ trades: [forward] }, { trades: [{ ...forward, quantity: -3 }] }], exposureTimes: [1, 2] },
    ]) {
      const plain = run(body);
      const { exposure, ...rest } = run({ ...body, pfeLevels: [0.6, 0.95] });
      expect(exposure.map(({ pfe, ...entry }) => ({ ...entry, pfe95: pfe?.[1]?.value }))).to.deep.equal(plain.exposure);
      expect({ exposure: [], ...rest }).to.deep.equal({ ...plain, exposure: [] });
    }
  });

  it('have EPE and EEPE of one date, and of dates up to and beyond a year', () => {
    const one = run({ exposureTimes: [0.5] });
    const today = quantity * (spot - strike * Math.exp(-rate * maturity));
    expect(one.value).to.be.closeTo(today, 1e-9 * today);
    expect(one.epe).to.equal(one.exposure[0]!.ee);
    expect(one.eepe).to.equal(Math.max(one.exposure[0]!.ee, today));
    const { epe, eepe, exposure } = run({ exposureTimes: [0.5, 1.5] });
    const [first, second] = exposure.map(({ ee }) => ee);
    expect(epe).to.be.closeTo(0.5 * (first! + second!), 1e-12 * epe);
    const running = Math.max(today, first!);
    expect(eepe).to.be.closeTo(0.5 * (running + Math.max(running, second!)), 1e-12 * eepe);
  });

  it('refuse a level that is out of range or order, by name', () => {
    const pointers = (pfeLevels: number[]): string[] => {
      const body = { market, trades: [forward], pfeLevels };
      const { error } = exposureRequest.safeParse(body);
      return error === undefined ? [] : faultsOf(error, body).map(({ pointer }) => pointer);
    };
    expect(pointers([0.4])).to.deep.equal(['/pfeLevels/0']);
    expect(pointers([0.9, 0.9995])).to.deep.equal(['/pfeLevels/1']);
    expect(pointers([0.9, 0.8])).to.deep.equal(['/pfeLevels/1']);
    const choice = { type: 'choice', left: { type: 'vanilla_call', underlying: 'ACME', strike: 100, expiry: '2028-11-20' } };
    const contract = { ...choice, right: { ...choice.left, type: 'vanilla_put' }, decisionDate: '2027-11-19' };
    expect(() => run({ trades: [{ type: 'contract', contract }], pfeLevels: [0.9] })).to.throw(/^trades\.0\.contract/);
  });
});
