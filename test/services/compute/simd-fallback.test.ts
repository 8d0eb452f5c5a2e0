import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import client from 'prom-client';
import { historicalVarJob, runJob, xvaJob } from '#engine';
import { historicalVarRequest, parse, xvaRequest } from '#engine/schemas';
import { openSimdFallback } from '#services/compute/simd-fallback';
import { packageRoot } from '#services/runtime/version';

const xva = {
  market: {
    valuationDate: '2026-11-20',
    curves: { USD: { rate: 0.03 }, EUR: { rate: 0.02 } },
    fx: { EURUSD: 1.1 },
    volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
    models: { USD: { meanReversion: 0.05, volatility: 0.01 } },
  },
  trades: [
    {
      ...{ type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.03, maturity: 3 },
      ...{ fixedFrequency: 2, floatingFrequency: 4 },
    },
    { type: 'fx_option', buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.1e6, maturity: 2, optionType: 'call' },
  ],
  exposureTimes: [0.5, 1.1, 2, 3],
  pricer: { numPaths: 2_000 },
  counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
  own: { hazardRate: 0.01, recoveryRate: 0.4 },
};
const book = {
  positions: Array.from({ length: 20 }, (_, i) => ({
    ...{ underlying: 'A', quantity: i - 9, spot: 100, strike: 80 + 2 * i, rate: 0.03, volatility: 0.2, time: 0.1 + i / 10 },
    ...{ optionType: i % 2 === 0 ? 'call' : 'put' },
  })),
  returns: { A: Array.from({ length: 300 }, (_, i) => 0.02 * Math.sin(1.7 * i)) },
};

/** Prints the same results from a process whose WebAssembly takes no module: with vectors as if the processor had none. */
const PLAIN = `
  WebAssembly.validate = () => false;
  const { historicalVarJob, loopFallback, runJob, xvaJob } = await import('#engine');
  const { historicalVarRequest, parse, xvaRequest } = await import('#engine/schemas');
  const { xva, book } = JSON.parse(process.env.REQUESTS);
  const limits = { costLimit: 1e8 };
  const results = [runJob(xvaJob(parse(xvaRequest, xva), limits)), runJob(historicalVarJob(parse(historicalVarRequest, book), limits))];
  process.stdout.write(JSON.stringify({ fallback: loopFallback(), results }));
`;

describe('loops over paths and options', function () {
  this.timeout(60_000);

  it('have the same results where the processor has no WebAssembly SIMD, on paths to the last bit, and say so', () => {
    const limits = { costLimit: 1e8 };
    const measures = runJob(xvaJob(parse(xvaRequest, xva), limits));
    const { valueAtRisk, expectedShortfall } = runJob(historicalVarJob(parse(historicalVarRequest, book), limits));
    const plain = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', PLAIN], {
        cwd: packageRoot,
        encoding: 'utf8',
        env: { ...process.env, REQUESTS: JSON.stringify({ xva, book }) },
      }),
    );
    expect(plain.fallback).to.deep.equal({ from: 'webasm', to: 'cpu', reason: 'this processor has no WebAssembly SIMD' });
    const [plainMeasures, plainRisk] = plain.results;
    expect(plainMeasures).to.deep.equal(JSON.parse(JSON.stringify(measures)));
    // Prices of options are right to 1e-14 of the spot of 100 either way, times 19 positions of up to 10.
    expect(plainRisk.valueAtRisk).to.be.closeTo(valueAtRisk, 1e-10);
    expect(plainRisk.expectedShortfall).to.be.closeTo(expectedShortfall, 1e-10);
  });

  it('are logged once, counted, and named in manifests where they are plain', async () => {
    const logged: unknown[][] = [];
    const registry = new client.Registry();
    const fallback = { from: 'webasm', to: 'cpu', reason: 'this processor has no WebAssembly SIMD' } as const;
    const { warnings, count } = openSimdFallback({ warn: (...line: unknown[]) => void logged.push(line) }, registry, fallback);
    expect(logged).to.deep.equal([[fallback, 'loops over paths and options run one at a time']]);
    expect(warnings).to.deep.equal([
      'this processor has no WebAssembly SIMD: paths and options are computed one at a time, more slowly; prices of books of options differ by rounding',
    ]);
    count();
    count();
    expect(await registry.metrics()).to.match(/^svc_plain_loop_computations_total 2$/m);
  });

  it('are neither counted nor named where they are vectors', async () => {
    const registry = new client.Registry();
    const simdFallback = openSimdFallback({ warn: () => expect.fail('nothing is logged') }, registry, null);
    simdFallback.count();
    expect(simdFallback.warnings).to.deep.equal([]);
    expect(await registry.metrics()).to.match(/^svc_plain_loop_computations_total 0$/m);
  });
});
