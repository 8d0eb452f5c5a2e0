import { expect } from 'chai';
import { withLookUps } from '#gateway/contract/manifest';

const manifest = {
  engineVersion: '0.1.0',
  runId: '0190a3c4-0000-7000-8000-000000000000',
  pricerId: 'equity_vanilla_bs',
  pricerVersion: 1,
  pricerFingerprint: 'fp:v1:blake3:0',
  capabilityStatus: 'ga-validated',
  marketDataAsOf: '2026-01-02',
};
const warningsOf = (body: object) => withLookUps(manifest, JSON.stringify(body)).warnings;

describe('the manifest of an option', () => {
  it('warns of an optionType that was read as a call although it does not say so', () => {
    expect(warningsOf({ spot: 100, optionType: 'Put' })).to.deep.equal(['optionType "Put" was read as call: only "put" selects a put']);
    expect(warningsOf({ instrument: { optionType: 1 } })).to.deep.equal([
      'instrument.optionType 1 was read as call: only "put" selects a put',
    ]);
  });

  it('names each such value of a list by its place, and counts those beyond ten', () => {
    const positions = [{ optionType: 'PUT' }, { optionType: 'put' }, { optionType: null }];
    expect(warningsOf({ positions })).to.deep.equal([
      'positions.0.optionType "PUT" was read as call: only "put" selects a put',
      'positions.2.optionType null was read as call: only "put" selects a put',
    ]);
    const many = warningsOf({ instruments: Array.from({ length: 13 }, () => ({ optionType: 'PUT' })) });
    expect(many).to.have.length(11);
    expect(many?.at(-1)).to.equal('3 more values of optionType were read as call');
  });

  it('warns of stored terms too, by the name under which they were looked up', () => {
    const trade = { terms: { type: 'vanilla', optionType: 'PUT' } };
    const stored = { 'product/prd_1': trade, 'curve/USD': { nodes: [] }, 'trades/cpt_1': [{ terms: { optionType: 'receiver' } }, trade] };
    expect(withLookUps(manifest, '{}', stored).warnings).to.deep.equal([
      'product/prd_1.terms.optionType "PUT" was read as call: only "put" selects a put',
      'trades/cpt_1.1.terms.optionType "PUT" was read as call: only "put" selects a put',
    ]);
  });

  it('has no such warning for a call, a put, a swaption or none', () => {
    for (const optionType of ['call', 'put', undefined]) expect(warningsOf({ optionType, spot: 100 })).to.equal(undefined);
    expect(warningsOf({ instrument: { optionType: 'payer' } })).to.equal(undefined);
    expect(warningsOf({ contract: { note: '"optionType":"Put"' } })).to.equal(undefined);
  });
});
