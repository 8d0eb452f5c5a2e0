/** The plan of the simulation of a netting set, from its request. */

import { EngineFailure, type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { formatNumber, threeDigits } from '../../base/format.js';
import type { Years } from '../../base/units.js';
import { bootstrapCreditCurve } from '../../calibration/credit-curve.js';
import { marketOfTrades, requireRepresentable, withFittedModels } from '../../calibration/trade-models.js';
import { accumulatedHazard, type HazardCurve } from '../../formula/hazard-curve.js';
import { accumulatedVariance, type CrossAssetMarket, constantVolatility } from '../../market/cross-asset.js';
import { isOfMarket } from '../../market/resolve-cross-asset.js';
import { type HazardMarket, withHazards } from '../../market/resolve-hazards.js';
import { exp } from '../../math/elementary/exp.js';
import { inverseNormalCdf } from '../../math/normal.js';
import { accumulatedDeviation, type CrossAssetModel, crossAssetModel } from '../../model/cross-asset.js';
import { termsOfContract } from '../../product/trade/contract-terms.js';
import { type NettedTrade, nettedCurrencies, nettedMaturity, statedPlace } from '../../product/trade/contract-trade.js';
import { termsOfDatedFlows } from '../../product/trade/dated-flows.js';
import { MAX_NETTED_PAYMENTS, maxPayments, type TradeTerms, termsOfTrade } from '../../product/trade/terms.js';
import { SAME_TIME } from '../../simulation/emit/grid.js';
import { requireFewContracts } from '../../simulation/exposure/contract/contract-fits.js';
import type { CollateralTerms, InitialMarginTerms } from '../../simulation/exposure/paths/collateral.js';
import type { Integration } from '../../simulation/exposure/paths/profile-points.js';
import { openRequestCount, type RequestCount, type RequestedSimulation } from '../../simulation/exposure/plan/request-cost.js';
import type { Credit, XvaTerms } from './adjustments.js';
import type { ExposureRequestInput, XvaRequestInput } from './requests.js';

export interface NettingSet {
  readonly model: CrossAssetModel;
  readonly trades: readonly TradeTerms[];
  readonly times: readonly Years[];
  readonly integration: Integration;
  /** True where an exchange rate or a share moves so far that few paths make the means of values. */
  readonly controlled: boolean;
  readonly collateral: CollateralTerms | undefined;
  readonly reportingCurrency: string;
  readonly valuationDate: string;
  readonly warnings: readonly string[];
  /** Index of the intensity of each party that moves; absent where none does. */
  readonly hazards?: Pick<HazardMarket, 'counterparty' | 'own'>;
}

type Simulated = Pick<ExposureRequestInput, 'market' | 'reportingCurrency' | 'exposureTimes' | 'collateral'> &
  Pick<Partial<XvaRequestInput>, 'wrongWayRisk' | 'integration'>;

/** Default buckets: months, of which there are at most so many. */
const MAX_DEFAULT_BUCKETS = 120;
const MONTHS_PER_YEAR = 12;
/** Fewest default buckets before the first maturity. */
const MIN_FIRST_BUCKETS = 8;
const DAYS_PER_YEAR = 365;
/** Rounding of a number of months that counts as whole. */
const MONTH_ROUNDING = 1e-9;

/**
 * The market and the trades as numbers.
 *
 * @param pointerOf   JSON pointer to each trade, for faults
 * @param run  how the netting set will be simulated, where it will be
 * @throws EngineFailure `invalid` with every fault of the market; `calibration` where a model cannot be fitted; `cost` where the simulation would take
 *   more than it may
 */
export function resolveNettingSet(
  trades: readonly NettedTrade[],
  request: Simulated,
  pointerOf: (trade: number) => string,
  run?: RequestedSimulation,
): NettingSet {
  const { market: input, collateral } = request;
  const reportingCurrency = request.reportingCurrency ?? Object.keys(input.curves)[0];
  const { valuationDate } = input;
  if (valuationDate === undefined) throw invalid('/market/valuationDate', 'is required');
  const faults: Fault[] = [];
  const report = (pointer: string, reason: string): void => void faults.push({ pointer, reason });
  if (!Object.hasOwn(input.curves, reportingCurrency!))
    report('/reportingCurrency', `must have a curve in market.curves; got ${reportingCurrency}`);
  const { market, toFit, warnings } = marketOfTrades(trades, input, reportingCurrency!, valuationDate, pointerOf, report);
  const maturities = trades.map((trade) => nettedMaturity(trade, valuationDate));
  const times = request.exposureTimes ?? defaultTimes(maturities);
  const hazards =
    request.wrongWayRisk && withHazards(market, request.wrongWayRisk, (name) => isOfMarket(input, name), times[times.length - 1]!, report);
  if (faults.length > 0) throw refusal(faults);
  const all = [...warnings, ...stillRates(trades, market, input.models)];
  const complete = withFittedModels(hazards?.market ?? market, toFit, trades, all);
  const last = times[times.length - 1]!;
  const horizon = Math.max(last, ...maturities);
  if (request.integration !== undefined && horizon - last >= SAME_TIME)
    all.push(
      `exposureTimes end at ${formatNumber(last)} years, ${threeDigits(horizon - last)} years before the last maturity: what exposures are and cost after that is not counted`,
    );
  requireRepresentable(complete, horizon, trades);
  all.push(...unrepresentativePaths(complete, horizon));
  const payments = trades.reduce((sum, trade) => sum + paymentsOf(trade), 0);
  if (payments > MAX_NETTED_PAYMENTS)
    throw new EngineFailure('cost', `trades have ${Math.round(payments)} payments together; the limit is ${MAX_NETTED_PAYMENTS}`);
  requireFewContracts(
    trades.flatMap((trade) => (trade.type === 'contract' ? [nettedMaturity(trade, valuationDate)] : [])),
    times,
  );
  const model = crossAssetModel(complete);
  const agreement = collateral && collateralTerms(collateral);
  const hasMovingCredit = hazards !== undefined && (hazards.counterparty !== undefined || hazards.own !== undefined);
  const count = run && openRequestCount({ model, times, collateral: agreement, hasMovingCredit }, run);
  const terms = termsOf(trades, input, complete, pointerOf, count);
  return {
    model,
    trades: terms,
    times,
    integration: request.integration ?? 'mean',
    controlled: spreadSpots(complete, horizon, MAX_PLAIN_DEVIATION).length > 0,
    collateral: agreement,
    reportingCurrency: reportingCurrency!,
    valuationDate,
    warnings: all,
    ...(hasMovingCredit && { hazards }),
  };
}

/** @param count  refuses trades beyond what the simulation may take; contracts come first, since their terms take longest */
function termsOf(
  trades: readonly NettedTrade[],
  input: Simulated['market'],
  market: CrossAssetMarket,
  pointerOf: (trade: number) => string,
  count?: RequestCount,
): TradeTerms[] {
  const terms = new Array<TradeTerms>(trades.length);
  trades.forEach((trade, i) => {
    if (trade.type !== 'contract') return;
    terms[i] = termsOfContract(trade, i, input, market, pointerOf(i));
    count?.(terms[i]);
  });
  trades.forEach((trade, i) => {
    if (trade.type === 'contract') return;
    terms[i] = trade.type === 'dated' ? termsOfDatedFlows(trade, market) : termsOfTrade(trade, market);
    count?.(terms[i]);
  });
  return terms;
}

/** Number of payments that the terms of a trade have, at most. */
function paymentsOf(trade: NettedTrade): number {
  if (trade.type === 'dated') return trade.payments.length + trade.periods.length;
  return trade.type === 'contract' ? 0 : maxPayments(trade);
}

/** The same netting set in another market of the same currencies and shares: floating rates and the spots of contracts are part of what trades pay. */
export const inMarket = (
  nettingSet: NettingSet,
  trades: readonly NettedTrade[],
  input: Simulated['market'],
  market: CrossAssetMarket,
): NettingSet => ({
  ...nettingSet,
  model: crossAssetModel(market),
  trades: termsOf(trades, input, market, (i) => `/trades/${statedPlace(trades, i)}`),
});

/** The terms of an agreement. */
export const collateralTerms = (agreement: NonNullable<Simulated['collateral']>): CollateralTerms => ({
  threshold: agreement.threshold,
  ownThreshold: agreement.threshold,
  minimumTransfer: agreement.minimumTransfer,
  marginPeriod: agreement.marginPeriodDays / DAYS_PER_YEAR,
  flowsInMarginPeriod: agreement.flowsInMarginPeriod,
  initialMargin: agreement.initialMargin && marginTerms(agreement.initialMargin),
});

/** The terms of an agreement's initial margin. */
const marginTerms = (input: NonNullable<NonNullable<Simulated['collateral']>['initialMargin']>): InitialMarginTerms =>
  'amount' in input ? input : { quantile: inverseNormalCdf(input.confidence), period: input.periodDays / DAYS_PER_YEAR };

/** Months to the last maturity, at most MAX_DEFAULT_BUCKETS equal buckets; where fewer than MIN_FIRST_BUCKETS end by the first maturity, so many equal ones to it. */
function defaultTimes(maturities: readonly Years[]): Years[] {
  const [first, horizon] = [Math.min(...maturities), Math.max(...maturities)];
  const equal = (end: Years, count: number): Years[] => Array.from({ length: count }, (_, k) => (end * (k + 1)) / count);
  const months = equal(horizon, Math.min(MAX_DEFAULT_BUCKETS, Math.max(1, Math.ceil(MONTHS_PER_YEAR * horizon - MONTH_ROUNDING))));
  if (months.filter((time) => time - first < SAME_TIME).length >= MIN_FIRST_BUCKETS) return months;
  return [...equal(first, MIN_FIRST_BUCKETS), ...months.filter((time) => time - first >= SAME_TIME)];
}

/** Standard deviation of an accumulated rate from which few paths carry most of the mean of a discount factor, e^(s z − ½s²), which peaks at z = s. */
const MAX_SAMPLED_DEVIATION = 2;

/** Standard deviation of the logarithm of an exchange rate or share from which known means of values control those of exposures. */
const MAX_PLAIN_DEVIATION = 1;

/** Warnings of currencies whose discount factors, and of exchange rates and shares that, have a mean that few paths make. */
const unrepresentativePaths = (market: CrossAssetMarket, horizon: Years): string[] => [
  ...spreadSpots(market, horizon, MAX_SAMPLED_DEVIATION).map(
    ({ name, deviation }) =>
      `the logarithm of ${name} over ${formatNumber(horizon)} years has a standard deviation of ${threeDigits(deviation)}: few paths make the means of late dates, whose standard errors may be too small`,
  ),
  ...market.currencies.flatMap(({ currency }, i) => {
    const deviation = accumulatedDeviation(market, i, horizon);
    return deviation > MAX_SAMPLED_DEVIATION
      ? [
          `the rate of ${currency} accumulated over ${formatNumber(horizon)} years has a standard deviation of ${threeDigits(deviation)}: few paths make the means of late dates, whose standard errors are too small`,
        ]
      : [];
  }),
];

interface SpreadSpot {
  readonly name: string;
  /** Standard deviation of the logarithm at the horizon, without that of rates. */
  readonly deviation: number;
}

/** Exchange rates and shares whose logarithms have a standard deviation above a limit. */
function spreadSpots({ currencies, exchangeRates, shares }: CrossAssetMarket, horizon: Years, limit: number): SpreadSpot[] {
  const spots = [
    ...exchangeRates.map(({ volatility }, i) => ({ name: currencies[i + 1]!.currency + currencies[0]!.currency, volatility })),
    ...shares.map(({ name, volatility }) => ({ name, volatility: constantVolatility(volatility) })),
  ];
  return spots
    .map(({ name, volatility }) => ({ name, deviation: Math.sqrt(accumulatedVariance(volatility, horizon)) }))
    .filter(({ deviation }) => deviation > limit);
}

function stillRates(trades: readonly NettedTrade[], { currencies }: CrossAssetMarket, models: object): string[] {
  const ofRates = new Set(
    trades.flatMap((trade) => {
      const { type } = trade;
      return type === 'interest_rate_swap' || type === 'cross_currency_swap' || type === 'dated' ? nettedCurrencies(trade) : [];
    }),
  );
  return currencies
    .filter(({ currency }) => ofRates.has(currency) && !Object.hasOwn(models, currency))
    .map(({ currency }) => `the rates of ${currency} do not move: market.models has no entry for it`);
}

type Party = XvaRequestInput['counterparty'];
type Parties = Pick<XvaRequestInput, 'counterparty' | 'own' | 'funding' | 'capital' | 'firstToDefault'>;

/** The credit of both parties, funding and capital as numbers. */
export function resolveParties(parties: Parties, { model, valuationDate, hazards, times }: NettingSet): XvaTerms {
  const { counterparty, own: ourCredit, funding, capital, firstToDefault } = parties;
  const { curve } = model.market.currencies[0]!;
  const creditOf = (party: Party, pointer: string): Credit => {
    const { recoveryRate } = party;
    if (party.cdsCurve === undefined) return { hazard: hazardOf(party), recoveryRate };
    const nodes = bootstrapCreditCurve(party.cdsCurve, valuationDate, recoveryRate, curve, `${pointer}/cdsCurve`);
    return { hazard: { times: nodes.map(({ time }) => time), rates: nodes.map((node) => node.hazardRate) }, recoveryRate };
  };
  const [theirs, ours] = [creditOf(counterparty, '/counterparty'), ourCredit && creditOf(ourCredit, '/own')];
  const survivalOf = (credit: Credit | undefined) => credit && [1, ...times.map((time) => exp(-accumulatedHazard(credit.hazard, time)))];
  const pathCredit = hazards && {
    counterparty: { hazard: hazards.counterparty, survival: survivalOf(theirs) },
    own: { hazard: hazards.own, survival: survivalOf(ours) },
    firstToDefault,
    fundingSurvivalWeighted: funding.survivalWeighted,
  };
  return {
    counterparty: theirs,
    own: ours,
    pathCredit,
    firstToDefault,
    borrowSpread: funding.borrowSpread,
    lendSpread: funding.lendSpread,
    fundingSurvivalWeighted: funding.survivalWeighted,
    costOfCapital: capital?.costOfCapital ?? 0,
  };
}

const hazardOf = ({ hazardRate, hazardCurve }: Party): HazardCurve =>
  hazardCurve === undefined ? { times: [1], rates: [hazardRate ?? 0] } : { times: hazardCurve.times, rates: hazardCurve.hazardRates };
