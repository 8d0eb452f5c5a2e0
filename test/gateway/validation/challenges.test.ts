import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { challenge, fingerprint, priceWithPricer } from '#engine';
import type { Dependencies, OperationCall } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { challengeReceipts, findingOf, resultOfPairing } from '#gateway/validation/challenges';
import { noTools } from '#test/support/price';

const today = '2026-01-05';
const call = { today } as OperationCall;
const ids = ['equity_vanilla_bs', 'equity_american_alo', 'curve_bootstrap'];
const market = { spot: 100, rate: 0.04, dividend: 0.01, volatility: 0.25 };

interface Held {
  readonly pricerId: string;
  readonly operationId: string;
  readonly request: object;
  readonly result: object;
  readonly version?: number;
}

/** The service with these receipts, the newest first, and the pricing service's own challenges. */
function withReceipts(receipts: readonly Held[]): Dependencies {
  const stored = new Map(receipts.map((each) => [uuid(), each]));
  const versions = new Map(ids.map((id) => [id, fingerprint(id, 3)]));
  return {
    operations,
    desk: [],
    pricing: {
      listPricers: async () => ({ pricers: ids.map((id) => ({ id, fingerprint: versions.get(id) })) }),
      challenge: async ({ bodyJson, today: day }: { bodyJson: string; today: string }) => ({
        resultJson: JSON.stringify((await challenge(JSON.parse(bodyJson), day, noTools)).result),
      }),
    },
    evidence: {
      listReceipts: async () => ({ items: [...stored].map(([runId, { pricerId }]) => ({ runId, pricerId })), nextCursor: '' }),
      getReceipt: async ({ runId }: { runId: string }) => {
        const { pricerId, operationId, request, result, version = 3 } = stored.get(runId)!;
        return {
          ...{ runId, operationId, parts: [], inputsJson: JSON.stringify({ today }) },
          ...{ requestJson: JSON.stringify(request), resultJson: JSON.stringify(result) },
          manifestJson: JSON.stringify({ pricerId, pricerFingerprint: fingerprint(pricerId, version) }),
        };
      },
    },
  } as unknown as Dependencies;
}

const priceOf = async (pricerId: string, strike: number) =>
  (await priceWithPricer({ pricerId, instrument: { strike, time: 1, optionType: 'put' }, market, today }, noTools)).result.price;

/** Receipts of ten options, the prices multiplied by a factor from one of them on. */
async function vanillaReceipts(factor: number, from: number): Promise<Held[]> {
  const strikes = Array.from({ length: 10 }, (_, i) => 80 + 5 * i);
  return Promise.all(
    strikes.map(async (strike, i) => ({
      ...{ pricerId: 'equity_vanilla_bs', operationId: 'priceOption' },
      request: { ...market, strike, time: 1, optionType: 'put' },
      result: { price: (await priceOf('equity_vanilla_bs', strike)) * (i >= from ? factor : 1) },
    })),
  );
}

describe('challenges of receipts', () => {
  it('compare prices alone and in batches, and find no drift of prices that are right', async () => {
    const alone = await vanillaReceipts(1, 0);
    const batch: Held = {
      ...{ pricerId: 'equity_vanilla_bs', operationId: 'batchPrice' },
      request: { options: alone.slice(0, 3).map(({ request }) => request) },
      result: { results: [alone[0]!.result, { error: { code: 'SVC-REQ-001', message: 'refused' } }, alone[2]!.result] },
    };
    const american: Held = {
      ...{ pricerId: 'equity_american_alo', operationId: 'priceWithEngine' },
      request: { pricerId: 'equity_american_alo', instrument: { strike: 100, time: 1, optionType: 'put' }, market },
      result: { price: await priceOf('equity_american_alo', 100) },
    };
    const { receipts, unchallenged, pairings } = await challengeReceipts(50, [call, withReceipts([...alone, batch, american])]);
    expect({ receipts, unchallenged }).to.deep.equal({ receipts: 12, unchallenged: 0 });
    const counts = pairings.map(({ pricerId, challengerId, comparisons, drifted }) => [
      pricerId,
      challengerId,
      comparisons.length,
      drifted.length,
    ]);
    expect(counts).to.have.deep.members([
      ['equity_vanilla_bs', 'binomial_tree', 12, 0],
      ['equity_american_alo', 'binomial_tree', 1, 0],
    ]);
    for (const pairing of pairings) expect(findingOf(pairing)).to.equal(undefined);
  });

  it('leave no place of the sample to calibrations, which made no price', async () => {
    const curve: Held = { pricerId: 'curve_bootstrap', operationId: 'calibrateCurve', request: {}, result: { nodes: [] } };
    const { receipts, pairings } = await challengeReceipts(1, [call, withReceipts([curve, ...(await vanillaReceipts(1, 0))])]);
    expect(receipts).to.equal(1);
    expect(pairings.map(({ pricerId }) => pricerId)).to.deep.equal(['equity_vanilla_bs']);
  });

  it('open a finding about prices that have drifted, by its severity, with the runs that show it', async () => {
    const drift = async (factor: number, from: number) => {
      const [pairing] = (await challengeReceipts(50, [call, withReceipts(await vanillaReceipts(factor, from))])).pairings;
      return { pairing: pairing!, finding: findingOf(pairing!) };
    };
    // One in ten by 0.1 %, then by 2 %, then half of them.
    const { finding: few } = await drift(1.001, 9);
    expect(few).to.include({ pricerId: 'equity_vanilla_bs', source: 'challenger', severity: 'medium', state: 'open' });
    expect((await drift(1.02, 9)).finding).to.include({ severity: 'high' });
    const { finding, pairing } = await drift(1.001, 5);
    expect(finding).to.include({ severity: 'high', fingerprint: fingerprint('equity_vanilla_bs', 3) });
    expect(finding?.runIds).to.have.length(5);
    expect(finding?.statement).to.match(/^binomial_tree gives another price than equity_vanilla_bs for 5 of 10 requests/);
    expect(resultOfPairing(pairing, 'fnd_1')[0]).to.deep.include({ compared: 10, drifted: 5, findingId: 'fnd_1' });
  });

  it('leave out receipts of former versions, and count prices that no pair compares', async () => {
    const [first, second] = await vanillaReceipts(1, 0);
    const dividends = { ...second!, request: { ...second!.request, dividends: [{ time: 0.5, amount: 1 }] } };
    const challenged = await challengeReceipts(50, [call, withReceipts([{ ...first!, version: 2 }, dividends])]);
    expect(challenged).to.deep.equal({ receipts: 2, unchallenged: 1, pairings: [] });
  });

  it('take the newest of each pricer in turn', async () => {
    const american: Held = {
      ...{ pricerId: 'equity_american_alo', operationId: 'priceWithEngine' },
      request: { pricerId: 'equity_american_alo', instrument: { strike: 100, time: 1, optionType: 'put' }, market },
      result: { price: await priceOf('equity_american_alo', 100) },
    };
    const { pairings } = await challengeReceipts(4, [call, withReceipts([...(await vanillaReceipts(1, 0)), american])]);
    expect(pairings.map(({ comparisons }) => comparisons.length)).to.have.members([3, 1]);
  });
});
