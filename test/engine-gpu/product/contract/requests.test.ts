import { expect } from 'chai';
import { z } from 'zod';
import { parse } from '#engine-gpu/base/faults';
import {
  contractDescribeRequest,
  contractGreeksRequest,
  contractPriceRequest,
  contractPriceResponse,
  strategyAsContract,
  strategyPriceRequest,
} from '#engine-gpu/product/contract/requests';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { faultsIn } from '#test/support/faults';

const call = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-15' };
const market = { spot: 100, rate: 0.03, volatility: 0.2 };
const straddle = { strategy: 'straddle', underlying: 'SPX', strike: 100, expiry: '2027-01-15' };
const pricer = { seed: 42 };

describe('the contract requests', () => {
  it('fill in the default pricer settings', () => {
    expect(parse(contractPriceRequest, { contract: call, market })).to.deep.equal({ contract: call, market, pricer });
    expect(parse(contractGreeksRequest, { contract: call, market, pricer: { seed: 7 } }).pricer).to.deep.equal({ ...pricer, seed: 7 });
    expect(parse(contractDescribeRequest, { contract: call })).to.deep.equal({ contract: call });
  });

  it('report each fault with its JSON pointer in the request body', () => {
    const body = {
      contract: { type: 'combined', specs: [call, { ...call, strike: -1 }] },
      market: { ...market, spot: 0 },
      pricer: { numPaths: 0 },
      trace: true,
    };
    expect(faultsIn(() => parse(contractPriceRequest, body)).map(({ pointer }) => pointer)).to.have.members([
      '/contract/specs/1/strike',
      '/market/spot',
      '/pricer/numPaths',
      '/trace',
    ]);
    expect(faultsIn(() => parse(contractDescribeRequest, {})).map(({ pointer }) => pointer)).to.deep.equal(['/contract']);
  });

  it('read a named strategy as the equivalent contract of type strategy', () => {
    const { strategy } = parse(strategyPriceRequest, { strategy: straddle, market });
    expect(strategyAsContract(strategy)).to.deep.equal(parse(contractSpec, { type: 'strategy', ...straddle }));
    expect(
      faultsIn(() => parse(strategyPriceRequest, { strategy: { ...straddle, strike: 0 }, market })).map(({ pointer }) => pointer),
    ).to.deep.equal(['/strategy/strike']);
  });
});

describe('the contract schemas as JSON Schema', () => {
  const schema = z.toJSONSchema(contractPriceRequest, { io: 'input', target: 'draft-2020-12' });
  const definitions = schema.$defs ?? {};

  it('define every contract type once and refer to ContractSpec recursively', () => {
    expect(definitions).to.include.all.keys([
      'ContractSpec',
      'VanillaCall',
      'VanillaPut',
      'Combined',
      'Negated',
      'Scaled',
      'Conditional',
      'BarrierCondition',
      'Choice',
      'StrategyContract',
      'WorstOfAutocall',
      'MarketInput',
      'PricerSettings',
    ]);
    expect(definitions.ContractPriceRequest?.properties).to.deep.include({ contract: { $ref: '#/$defs/ContractSpec' } });
    expect(definitions.Negated?.properties).to.deep.include({ spec: { $ref: '#/$defs/ContractSpec' } });
  });

  it('describe every field', () => {
    const missing: string[] = [];
    /** True where a field has a description, refers to a named schema, or is a constant, which needs no description. */
    const described = (field: unknown): boolean => {
      const { description, $ref, const: value, items } = field as { description?: string; $ref?: string; const?: unknown; items?: unknown };
      return description !== undefined || $ref !== undefined || value !== undefined || (items !== undefined && described(items));
    };
    const visit = (node: unknown, pointer: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties } = node as { properties?: Readonly<Record<string, unknown>> };
      if (typeof properties === 'object')
        for (const [name, field] of Object.entries(properties)) if (!described(field)) missing.push(`${pointer}/${name}`);
      for (const [name, child] of Object.entries(node)) visit(child, `${pointer}/${name}`);
    };
    for (const request of [contractPriceRequest, strategyPriceRequest]) visit(z.toJSONSchema(request, { io: 'input' }), '');
    visit(z.toJSONSchema(contractPriceResponse, { io: 'output' }), '');
    expect(missing).to.deep.equal([]);
  });

  it('state the fields that exclude each other', () => {
    expect(definitions.MarketInput?.allOf).to.deep.equal([
      { oneOf: [{ required: ['rate'] }, { required: ['curve'] }] },
      { oneOf: [{ required: ['spot'] }, { required: ['assets'] }] },
    ]);
    const condor = JSON.stringify(definitions.StrategyContract);
    expect(condor).to.include(
      '"oneOf":[{"required":["putBuy","putSell","callSell","callBuy"]},{"required":["put_buy","put_sell","call_sell","call_buy"]}]',
    );
  });
});
