import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ENGINE_VERSION, fingerprint, manifestFor, SOURCE_HASHES } from '#engine';

const run = { runId: '0190a3c4-0000-7000-8000-000000000000', marketDataAsOf: '2026-01-02' };

describe('a manifest', () => {
  it('states the pricer, its version, its fingerprint and its status, and omits an empty list of warnings', () => {
    expect(manifestFor({ ...run, pricerId: 'equity_vanilla_bs' })).to.deep.equal({
      engineVersion: ENGINE_VERSION,
      ...run,
      pricerId: 'equity_vanilla_bs',
      pricerVersion: 3,
      // BLAKE3 of {"id":"equity_vanilla_bs","version":3}, as a constant: every process and machine must compute the same one.
      pricerFingerprint: 'fp:v1:blake3:f38322eb3dc6b292d28d8b2e4230b46e54aaced6538b8b4aa0738a88646d27ab',
      ...(SOURCE_HASHES.equity_vanilla_bs && { pricerSources: SOURCE_HASHES.equity_vanilla_bs }),
      capabilityStatus: 'ga-validated',
    });
  });

  it('warns of a pricer that is not registered', () => {
    const { warnings, pricerVersion } = manifestFor({ ...run, pricerId: 'no_such_pricer' });
    expect(pricerVersion).to.equal(0);
    expect(manifestFor({ ...run, pricerId: 'no_such_pricer' })).not.to.have.property('pricerSources');
    expect(warnings).to.include('pricer no_such_pricer is not registered');
  });

  it('states the approved status in place of the default one, and warns if that status is not for production', () => {
    const approved = manifestFor({ ...run, pricerId: 'credit_default_swap', status: 'ga-validated' });
    expect(approved.capabilityStatus).to.equal('ga-validated');
    expect(approved).not.to.have.property('warnings');
    const retired = manifestFor({ ...run, pricerId: 'equity_vanilla_bs', status: 'retired' });
    expect(retired.warnings).to.deep.equal(['capability status of equity_vanilla_bs is retired, which is not for production']);
    expect(manifestFor({ ...run, pricerId: 'equity_vanilla_bs' }).capabilityStatus).to.equal('ga-validated');
  });

  it('includes the warnings of the run', () => {
    const { warnings } = manifestFor({ ...run, pricerId: 'equity_vanilla_bs', warnings: ['optionType was read as a call'] });
    expect(warnings).to.deep.equal(['optionType was read as a call']);
  });

  it('has a different fingerprint for a different version or id', () => {
    expect(new Set([fingerprint('a', 1), fingerprint('a', 2), fingerprint('b', 1), fingerprint('a', 1)])).to.have.lengthOf(3);
  });

  it('states the package version as the engine version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
    expect(ENGINE_VERSION).to.equal(version);
  });
});
