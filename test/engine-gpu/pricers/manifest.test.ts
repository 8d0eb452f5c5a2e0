import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ENGINE_VERSION, findPricer, fingerprint, manifestFor, pricers } from '#engine';
import { equityVanillaBs } from '#engine-gpu/pricers/equity/equity-vanilla-bs';
import { byId } from '#engine-gpu/pricers/index';
import { rowsOf } from '#test/reference/table';
import { priceOf, refusalOf } from '#test/support/price';

const run = { runId: '0190a3c4-0000-7000-8000-000000000000', marketDataAsOf: '2026-01-02' };

describe('a manifest', () => {
  it('names the pricer, its version, its fingerprint and its status, and has no warnings where there are none', () => {
    expect(manifestFor({ ...run, pricerId: 'equity_vanilla_bs' })).to.deep.equal({
      engineVersion: ENGINE_VERSION,
      ...run,
      pricerId: 'equity_vanilla_bs',
      pricerVersion: 1,
      // BLAKE3 of {"id":"equity_vanilla_bs","version":1}: a constant, so that another process or machine must agree.
      pricerFingerprint: 'fp:v1:blake3:9003212624cf54e2163867215e717f482a9df46fd7cfba4cb9998b21ce1b01f4',
      capabilityStatus: 'ga-validated',
    });
  });

  it('warns of a pricer that is not registered', () => {
    const { warnings, pricerVersion } = manifestFor({ ...run, pricerId: 'no_such_pricer' });
    expect(pricerVersion).to.equal(0);
    expect(warnings).to.include('pricer no_such_pricer is not registered');
  });

  it('has another fingerprint for another version or another id', () => {
    expect(new Set([fingerprint('a', 1), fingerprint('a', 2), fingerprint('b', 1), fingerprint('a', 1)])).to.have.lengthOf(3);
  });

  it("carries the package's version as the engine's", () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
    expect(ENGINE_VERSION).to.equal(version);
  });
});

describe('the list of pricers', () => {
  it('does not start with two of one id', () => {
    expect(() => byId([equityVanillaBs, equityVanillaBs])).to.throw('two pricers have the id equity_vanilla_bs');
  });

  it('finds each by its id', () => {
    for (const pricer of pricers) expect(findPricer(pricer.id)).to.equal(pricer);
    expect(findPricer('no_such_pricer')).to.equal(undefined);
  });

  it('vouches for a pricer with tables that are there', () => {
    for (const { id, status, evidence } of pricers) {
      if (status === 'ga-validated') expect(evidence, id).to.not.be.empty;
      for (const name of evidence) expect(rowsOf(name), `${name}, evidence of ${id}`).to.not.be.empty;
    }
  });

  it('refuses params where a pricer takes none, and reads an empty object as none', async () => {
    const request = { instrument: { strike: 100, time: 1 }, market: { spot: 100, rate: 0.05, volatility: 0.2 } };
    // Hull, Options, Futures and Other Derivatives: 10.4506 to four decimals.
    expect(await priceOf('equity_vanilla_bs', { ...request, params: {} })).to.be.closeTo(10.4506, 5e-5);
    expect(await refusalOf('equity_vanilla_bs', { ...request, params: { steps: 200 } })).to.deep.equal([
      { pointer: '/params', reason: 'must be absent or empty: equity_vanilla_bs takes no parameters; got steps' },
    ]);
  });

  it('lists every fault of instrument and market by its place in the request', async () => {
    const request = { instrument: { strike: -1, time: 1, expiry: 2 }, market: { spot: 100, rate: 0.05, volatility: '20%' } };
    expect(await refusalOf('equity_vanilla_bs', request)).to.deep.equal([
      { pointer: '/instrument/strike', reason: 'must be above 0; got -1' },
      { pointer: '/instrument/expiry', reason: 'is not a known field' },
      { pointer: '/market/volatility', reason: 'must be a finite number; got "20%"' },
    ]);
  });
});
