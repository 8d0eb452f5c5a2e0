/**
 * The payments of a contract in groups: what is paid under the same barriers, on the same observable, is one group, and each autocall is one.
 * A group is what a regression values (contract-fits.ts): where a barrier has ended it, it is worth nothing, whatever the other groups are.
 */

import { EngineFailure } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import { dividendsBetween } from '../../../market/cross-asset.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import {
  type CrossAssetModel,
  type DatedLogarithms,
  exchangeVariance,
  type LinearForm,
  shareVariance,
} from '../../../model/cross-asset.js';
import type { Observable } from '../../../product/contract/contract.js';
import { observationTimes, observedAssets } from '../../../product/contract/observable.js';
import { currencyOfAsset, spotOfAsset } from '../../../product/trade/contract-terms.js';
import type { ContractAsset, ContractTerms } from '../../../product/trade/terms.js';
import type { Layout } from '../../../random/lattice.js';
import {
  type AutocallClaim,
  type Claim,
  type Condition,
  claimsOf,
  type EuropeanClaim,
  type PayoffClaim,
  paymentTime,
  type Trigger,
} from '../../payoff/claims.js';
import { plus } from '../paths/dated-terms.js';

/** Payments on the spots of one asset, or on one observable. */
interface FlowGroup {
  readonly kind: 'flows';
  readonly claims: readonly (EuropeanClaim | PayoffClaim)[];
  readonly observable?: Observable;
}

/**
 * Payments at the end of a group whose values before are closed forms: the spot, and a call on it. Less those values their mean is 0 given the state, so
 * that a regression on them takes noise away and leaves the fitted function as it is.
 */
interface Control {
  readonly asset: number;
  readonly strike: number;
}

/** Assets of a group that have controls. */
const MAX_CONTROLS = 2;

/** Controls on assets in the currency of the contract. */
function controlsOf(terms: ContractTerms, assets: readonly number[], strike: number | undefined, model: CrossAssetModel): Control[] {
  return assets
    .filter((asset) => currencyOfAsset(terms.assets[asset]!, model.market) === terms.currency)
    .slice(0, MAX_CONTROLS)
    .map((asset) => ({ asset, strike: strike !== undefined && strike > 0 ? strike : spotOfAsset(terms.assets[asset]!, model.market) }));
}

export type Group = {
  readonly terms: ContractTerms;
  readonly conditions: readonly Condition[];
  /** Assets of the contract on which the group depends. */
  readonly assets: readonly number[];
  /** Time of the last payment. */
  readonly end: Years;
  /** Every time on which a path of the group is observed or pays. */
  readonly dates: readonly Years[];
  /** True where its future value is a closed form of the state: payments on one spot, without a barrier, in the currency of the asset. */
  readonly exact: boolean;
  /** The amounts with which the fit of its value compares each path. */
  readonly controls: readonly Control[];
} & (FlowGroup | { readonly kind: 'autocall'; readonly claim: AutocallClaim });

/** Most barriers that begin a payment: each doubles the number of regressions. */
const MAX_REGRESSED_KNOCK_INS = 3;

/** Triggers of a group: those of its conditions, and those that end the protection of an autocall. */
export const triggersOf = (group: Group): readonly Trigger[] => [
  ...group.conditions.map(({ trigger }) => trigger),
  ...(group.kind === 'autocall' ? group.claim.protection.map(({ trigger }) => trigger) : []),
];

export const paymentTimesOf = (group: Group): readonly Years[] =>
  group.kind === 'flows' ? group.claims.map(paymentTime) : group.claim.autocall.times;

const timesOf = ({ monitoring }: Trigger): readonly Years[] => (monitoring === 'continuous' ? [] : monitoring);

/** @throws EngineFailure `cost` where more barriers begin one payment than can be told apart */
export function groupsOf(terms: ContractTerms, model: CrossAssetModel): Group[] {
  const all = terms.contract;
  const claims = claimsOf(
    all,
    terms.assets.map((_, i) => i),
  );
  const flows = new Map<string, (EuropeanClaim | PayoffClaim)[]>();
  const notes: AutocallClaim[] = [];
  for (const claim of claims) {
    if (claim.type === 'choice') throw new Error('a choice is not simulated in a netting set');
    if (claim.type === 'autocall') notes.push(claim);
    else {
      const key = keyOf(claim);
      flows.set(key, [...(flows.get(key) ?? []), claim]);
    }
  }
  const groups = [
    ...[...flows.values()].map((list) => flowGroup(terms, list, model)),
    ...notes.map((claim): Group => {
      const { times, assets } = claim.autocall;
      const triggers = [...claim.conditions, ...claim.protection].map(({ trigger }) => trigger);
      return {
        kind: 'autocall',
        claim,
        terms,
        conditions: claim.conditions,
        assets: distinct([...assets, ...triggers.map(({ asset }) => asset)]),
        end: Math.max(...times),
        dates: [...times, ...triggers.flatMap(timesOf)],
        exact: false,
        controls: controlsOf(terms, assets, undefined, model),
      };
    }),
  ];
  for (const { conditions } of groups)
    if (conditions.filter(({ style }) => style === 'in').length > MAX_REGRESSED_KNOCK_INS)
      throw new EngineFailure('cost', `a payment of a netting set must have at most ${MAX_REGRESSED_KNOCK_INS} barriers that begin it`);
  return groups;
}

/** Payments of a group that its regressions count one by one. */
export const sizeOf = (group: Group): number => (group.kind === 'flows' ? group.claims.length : 1);

/** Evaluations of a regression per path that it is fitted to, and per path that it values, with the formulas of its basis. */
const PER_FITTED_PATH = 150;
const PER_VALUED_PATH = 40;
/** The work of a closed form per path that it values. */
const PER_EXACT_PATH = 15;

/**
 * Evaluations (cost.ts) of a group, without drawing the states that its paths share with other groups.
 *
 * @param fits  the paths of its regressions, and the dates on which it is valued
 */
export function groupWork(
  group: Group,
  { log2Points, times }: { readonly log2Points: number; readonly times: readonly Years[] },
  { shifts, log2Points: log2Paths }: Layout,
): number {
  const [fitted, valued] = [shifts * powerOfTwo(log2Points), shifts * powerOfTwo(log2Paths)];
  const perDate = group.exact ? 0 : fitted * PER_FITTED_PATH;
  const observed = new Set(group.dates).size * Math.max(1, group.assets.length) * ((group.exact ? 0 : 2 * fitted) + valued);
  const perValued = group.exact ? PER_EXACT_PATH : PER_VALUED_PATH;
  return times.length * (sizeOf(group) + group.assets.length) * (perDate + valued * perValued) + observed;
}

const distinct = (list: readonly number[]): number[] => [...new Set(list)];

function keyOf(claim: Exclude<Claim, { type: 'choice' | 'autocall' }>): string {
  const on = claim.type === 'payoff' ? claim.payoff.of : claim.european.type === 'cash' ? 'cash' : claim.european.asset;
  return JSON.stringify([claim.conditions, on]);
}

function flowGroup(terms: ContractTerms, claims: readonly (EuropeanClaim | PayoffClaim)[], model: CrossAssetModel): Group {
  const [first] = claims;
  const { conditions } = first!;
  const observable = first!.type === 'payoff' ? first!.payoff.of : undefined;
  const triggers = claims.flatMap((claim) =>
    claim.type === 'payoff' ? observedAssets(claim.payoff.of) : claim.european.type === 'cash' ? [] : [claim.european.asset],
  );
  const paid = claims.map(paymentTime);
  const inOwnCurrency = triggers.every((asset) => currencyOfAsset(terms.assets[asset]!, model.market) === terms.currency);
  return {
    kind: 'flows',
    claims,
    ...(observable && { observable }),
    terms,
    conditions,
    assets: distinct([...triggers, ...conditions.map(({ trigger }) => trigger.asset)]),
    end: Math.max(...paid),
    dates: [
      ...paid,
      ...(observable === undefined ? [] : observationTimes(observable)),
      ...conditions.flatMap(({ trigger }) => timesOf(trigger)),
    ],
    exact: observable === undefined && conditions.length === 0 && inOwnCurrency,
    controls: controlsOf(terms, distinct(triggers), strikeOf(first!), model),
  };
}

/** The strike of a payment on one asset, in price units of the asset. */
function strikeOf(claim: EuropeanClaim | PayoffClaim): number | undefined {
  if (claim.type === 'european') return claim.european.type === 'cash' ? undefined : claim.european.strike;
  const { of: observable, pays } = claim.payoff;
  return observable.type === 'average' && pays.type === 'option' ? pays.strike : undefined;
}

/** The logarithm of an asset's spot. */
export const spotForm = (logs: DatedLogarithms, asset: ContractAsset): LinearForm =>
  asset.kind === 'share' ? logs.share(asset.share) : plus(logs.exchangeRate(asset.one), logs.exchangeRate(asset.other), -1);

/** The logarithm of an asset's forward. */
export function forwardForm({ market }: CrossAssetModel, logs: DatedLogarithms, asset: ContractAsset, now: Years, time: Years): LinearForm {
  const spot = spotForm(logs, asset);
  if (time <= now) return spot;
  if (asset.kind === 'exchange_rate') return plus(plus(spot, logs.bond(asset.one, time), 1), logs.bond(asset.other, time), -1);
  const share = market.shares[asset.share]!;
  const { constant, loads } = plus(spot, logs.bond(share.currency, time), -1);
  return { constant: constant - dividendsBetween(share, now, time), loads };
}

/** Standard deviation that the logarithm of an asset's forward gathers. */
export function deviationOf(model: CrossAssetModel, asset: ContractAsset, now: Years, time: Years): number {
  if (time <= now) return 0;
  const variance =
    asset.kind === 'share' ? shareVariance(model, asset.share, now, time) : exchangeVariance(model, asset.one, asset.other, now, time);
  return Math.sqrt(Math.max(variance, 0));
}
