/** Stored terms are priced as those that are sent: products, drafts, receipts replayed, trades of a counterparty under its limit. */
import { blackScholes } from '../reference-formulas.js';
import type { Subject, Trial } from '../subject.js';

const VALUATION = '2026-01-05';
const EXPIRY = '2027-01-05';
const PATHS = { numPaths: 1024 };

function drawn(trial: Trial) {
  const world = {
    spot: trial.draw.between(20, 500),
    rate: trial.uniform(-0.01, 0.08),
    dividend: trial.uniform(0, 0.05),
    volatility: trial.draw.between(0.08, 0.6),
  };
  const strike = world.spot * trial.uniform(0.7, 1.3);
  const terms = { type: 'vanilla_call', underlying: 'ACME', strike, expiry: EXPIRY };
  return { world, strike, terms, market: { ...world, valuationDate: VALUATION }, exact: blackScholes(world, strike, 1, 1) };
}

async function judgeProducts(trial: Trial): Promise<void> {
  const { world, strike, terms, market, exact } = drawn(trial);
  const product = await trial.ask('createProduct', { name: `S${trial.whole(0, 1e9)}`, type: 'contract', terms });
  const fields = { params: { productId: product.id } };
  const priced = await trial.ask('priceProduct', { market, pricer: PATHS }, fields);
  trial.close('the price of a product', priced.price, exact, 7 * priced.standardError + 1e-5 * world.spot);
  const direct = await trial.ask('priceContract', { contract: terms, market, pricer: PATHS });
  trial.identical('is the price of its contract', priced.price, direct.price);
  const greeks = await trial.ask('greeksProduct', { market, pricer: PATHS }, fields);
  const alone = await trial.ask('greeksContract', { contract: terms, market, pricer: PATHS });
  trial.identical('has the Greeks of its contract', [greeks.delta, greeks.vega], [alone.delta, alone.vega]);
  const exactGreeks = await trial.ask('greeksOption', { ...world, strike, time: 1 });
  trial.close('delta of a product', greeks.delta, exactGreeks.delta, 0.03);
  const { points } = await trial.ask('payoffProduct', { points: 21 }, fields);
  for (const { spot, payoff, value } of points ?? []) trial.close('the payoff', payoff ?? value, Math.max(spot - strike, 0), 1e-9 * spot);
}

async function judgeDrafts(trial: Trial): Promise<void> {
  const { world, strike, terms, market, exact } = drawn(trial);
  const draft = await trial.ask('createDraft', { name: `S${trial.whole(0, 1e9)}`, contract: terms, market });
  const fields = { params: { draftId: draft.id } };
  const priced = await trial.ask('priceDraft', { pricer: PATHS }, fields);
  trial.close('the price of a draft', priced.price, exact, 7 * priced.standardError + 1e-5 * world.spot);
  const payoff = await trial.ask('payoffDraft', { points: 5, pricer: PATHS }, fields);
  for (const { spot, payoff: paid, value } of payoff.points ?? []) {
    if (paid !== undefined) trial.close('the payoff', paid, Math.max(spot - strike, 0), 1e-9 * spot);
    if (value !== undefined && spot > 0) trial.close('the value today', value, blackScholes({ ...world, spot }, strike, 1, 1), 0.01 * spot);
  }
  const scenarios = await trial.ask('scenariosDraft', { spotShocks: [-0.2, 0, 0.2], volatilityShocks: [0, 0.1], pricer: PATHS }, fields);
  for (const { spotShock, volatilityShock, price, value } of scenarios.results ?? scenarios.scenarios ?? []) {
    const expected = blackScholes(
      { ...world, spot: world.spot * (1 + spotShock), volatility: world.volatility + volatilityShock },
      strike,
      1,
      1,
    );
    trial.close('a scenario', price ?? value, expected, 2e-3 * world.spot);
  }
}

async function judgeReceipts(trial: Trial): Promise<void> {
  const { world, strike } = drawn(trial);
  const first = await trial.ask('priceOption', { ...world, strike, time: 1 });
  const replay = await trial.ask('replayReceipt', undefined, { params: { runId: first.manifest.runId } });
  trial.identical('a receipt is replayed to the bit', replay.identical, true);
}

async function judgeLimits(trial: Trial): Promise<void> {
  const party = await trial.ask('createCounterparty', { name: 'Example Bank AG', type: 'bank', country: 'DE' });
  const params = { counterpartyId: party.id };
  const amount = 1e6;
  await trial.ask('putLimit', { measure: 'pfe95', currency: 'EUR', amount, horizonYears: 5 }, { params });
  const utilisation = await trial.ask('getLimitUtilisation', undefined, { params });
  // Without trades there is no exposure.
  trial.close('nothing is used without trades', utilisation.utilisation ?? utilisation.exposure ?? 0, 0, 0);
}

export const storedSubjects: readonly Subject[] = [
  { name: 'products', operations: ['priceProduct', 'greeksProduct', 'payoffProduct'], judge: judgeProducts },
  { name: 'drafts', operations: ['priceDraft', 'payoffDraft', 'scenariosDraft'], judge: judgeDrafts },
  { name: 'receipts', operations: ['replayReceipt'], judge: judgeReceipts },
  { name: 'limits', operations: ['getLimitUtilisation'], judge: judgeLimits },
];
