import { expect } from 'chai';
import { withSideWarnings } from '#gateway/contract/manifest';

const manifest = {
  engineVersion: '0.1.0',
  runId: '0190a3c4-0000-7000-8000-000000000000',
  pricerId: 'equity_vanilla_bs',
  pricerVersion: 1,
  pricerFingerprint: 'fp:v1:blake3:0',
  capabilityStatus: 'ga-validated',
  marketDataAsOf: '2026-01-02',
};
const warningsOf = (body: object) => withSideWarnings(manifest, JSON.stringify(body)).warnings;

describe('the manifest of an option', () => {
  it('warns of an optionType that was read as a call although it does not say so', () => {
    expect(warningsOf({ spot: 100, optionType: 'Put' })).to.deep.equal(['optionType "Put" was read as call: only "put" selects a put']);
    expect(warningsOf({ instrument: { optionType: 1 } })).to.deep.equal([
      'instrument.optionType 1 was read as call: only "put" selects a put',
    ]);
  });

  it('has no such warning for a call, a put, a swaption or none', () => {
    for (const optionType of ['call', 'put', undefined]) expect(warningsOf({ optionType, spot: 100 })).to.equal(undefined);
    expect(warningsOf({ instrument: { optionType: 'payer' } })).to.equal(undefined);
    expect(warningsOf({ contract: { note: '"optionType":"Put"' } })).to.equal(undefined);
  });
});
