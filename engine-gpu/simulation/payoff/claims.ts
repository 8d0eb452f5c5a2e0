/**
 * A contract as a flat list of claims: sums are expanded, and each barrier becomes a condition on the payments inside it.
 *
 * A barrier around a choice conditions the payments of both sides, and so their values when the holder chooses. Where both sides are paid
 * at the choice, this equals a barrier around the chosen side.
 */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import { discount } from '../../market/curve.js';
import type { Market } from '../../market/market.js';
import type { Autocall, Barrier, Cash, Contract, Digital, Payoff, Vanilla } from '../../product/contract/contract.js';
import { withAssets } from '../../product/contract/observable.js';

export type Trigger = Pick<Barrier, 'asset' | 'level' | 'direction' | 'monitoring'>;

/** A payment is made if the trigger has not (`out`) or has (`in`) been reached by the payment date. */
export interface Condition {
  readonly trigger: Trigger;
  readonly style: 'out' | 'in';
}

/** A payment whose value at an earlier time is a closed form in the spot at that time. */
export type European = Vanilla | Digital | Cash;

export interface EuropeanClaim {
  readonly type: 'european';
  readonly weight: number;
  readonly european: European;
  readonly conditions: readonly Condition[];
}

export interface PayoffClaim {
  readonly type: 'payoff';
  readonly weight: number;
  readonly payoff: Payoff;
  readonly conditions: readonly Condition[];
}

export interface AutocallClaim {
  readonly type: 'autocall';
  readonly weight: number;
  readonly autocall: Autocall;
  readonly conditions: readonly Condition[];
  /** Conditions under which a protection that is watched before the last date still holds: no asset has reached its level. */
  readonly protection: readonly Condition[];
}

export interface ChoiceClaim {
  readonly type: 'choice';
  readonly weight: number;
  readonly time: Years;
  readonly left: readonly Claim[];
  readonly right: readonly Claim[];
}

export type Claim = EuropeanClaim | PayoffClaim | AutocallClaim | ChoiceClaim;

/** @param assets  the market's indices of the simulated assets; claims refer to an asset by its position in this list */
export const claimsOf = (contract: Contract, assets: readonly number[]): readonly Claim[] =>
  claims(contract, (asset) => assets.indexOf(asset), 1, []);

type Place = (asset: number) => number;

const claims = fold<Contract, 'type', readonly Claim[], [place: Place, weight: number, conditions: readonly Condition[]]>('type', {
  vanilla: (vanilla, _, place, weight, conditions) => [
    { type: 'european', weight, european: { ...vanilla, asset: place(vanilla.asset) }, conditions },
  ],
  digital: (digital, _, place, weight, conditions) => [
    { type: 'european', weight, european: { ...digital, asset: place(digital.asset) }, conditions },
  ],
  cash: (cash, _again, _place, weight, conditions) => [{ type: 'european', weight, european: cash, conditions }],
  payoff: (payoff, _, place, weight, conditions) => [
    { type: 'payoff', weight, payoff: { ...payoff, of: withAssets(payoff.of, place) }, conditions },
  ],
  autocall: (autocall, _, place, weight, conditions) => [
    {
      type: 'autocall',
      weight,
      autocall: { ...autocall, assets: autocall.assets.map(place) },
      conditions,
      protection: protectionOf(autocall, place),
    },
  ],
  sum: ({ terms }, again, place, weight, conditions) =>
    terms.flatMap((term) => again(term.contract, place, weight * term.weight, conditions)),
  barrier: ({ contract, style, asset, level, direction, monitoring }, again, place, weight, conditions) =>
    again(contract, place, weight, [
      ...conditions,
      { trigger: { asset: place(asset), level, direction, monitoring }, style: style === 'knock_out' ? 'out' : 'in' },
    ]),
  choice: ({ left, right, time }, again, place, weight, conditions) => [
    { type: 'choice', weight, time, left: again(left, place, 1, conditions), right: again(right, place, 1, conditions) },
  ],
});

const protectionOf = (
  { assets, initialFixings, protectionBarrier, protectionMonitoring: monitoring }: Autocall,
  place: Place,
): Condition[] =>
  monitoring === undefined
    ? []
    : assets.map((asset, k) => ({
        trigger: { asset: place(asset), level: protectionBarrier * initialFixings[k]!, direction: 'down', monitoring },
        style: 'out',
      }));

/** The sets of conditions under which a claim makes its payments. */
export const conditionSets = (claim: Exclude<Claim, ChoiceClaim>): readonly (readonly Condition[])[] =>
  claim.type === 'autocall' && claim.protection.length > 0
    ? [claim.conditions, [...claim.conditions, ...claim.protection]]
    : [claim.conditions];

/** Every condition of a claim. */
export const conditionsOf = (claim: Exclude<Claim, ChoiceClaim>): readonly Condition[] => conditionSets(claim).at(-1) ?? [];

/** Time at which a claim with one payment pays, years. */
export const paymentTime = (claim: EuropeanClaim | PayoffClaim): Years =>
  claim.type === 'european' ? claim.european.time : claim.payoff.time;

/** Times at which a claim may pay, years. */
export const paymentTimes = (claim: EuropeanClaim | PayoffClaim | AutocallClaim): readonly Years[] =>
  claim.type === 'autocall' ? claim.autocall.times : [paymentTime(claim)];

/** True if what a claim pays has no bound as a spot rises. */
export function growsWithSpot(claim: Claim): boolean {
  switch (claim.type) {
    case 'choice':
      return [...claim.left, ...claim.right].some(growsWithSpot);
    case 'autocall':
      return claim.autocall.participation !== undefined;
    case 'european':
      return claim.european.type === 'vanilla' && claim.european.sign > 0 && !claim.conditions.some(endsAbove(claim.european.asset));
    case 'payoff': {
      const { of: observable, pays } = claim.payoff;
      if (isBounded(observable)) return false;
      const [isOpenAbove, isOpenBelow] =
        pays.type === 'option' ? [pays.sign > 0, pays.sign < 0] : [pays.cap === undefined, pays.floor === undefined];
      const falls = observable.type === 'difference' || (observable.type === 'basket' && observable.weights.some((weight) => weight < 0));
      return isOpenAbove || (isOpenBelow && falls);
    }
  }
}

/** True of a barrier that is watched continuously and ends a payment before its asset has risen far. */
const endsAbove =
  (asset: number) =>
  ({ style, trigger }: Condition): boolean =>
    style === 'out' && trigger.direction === 'up' && trigger.monitoring === 'continuous' && trigger.asset === asset;

/** True of an observable that does not rise with a spot without a bound: the lowest spot, capped returns, and the variance of returns. */
const isBounded = (observable: Payoff['of']): boolean =>
  observable.type === 'variance' ||
  (observable.type === 'extreme' && observable.side === 'low' && !observable.floating) ||
  (observable.type === 'returns' && observable.cap !== undefined);

/**
 * Largest jump that the discounted payments of a path may have in the path: digitals, payments at barriers, autocalls.
 *
 * @returns price units; an upper bound that leaves out jumps of options on several spots or dates at a barrier
 */
export const largestJump = (claims: readonly Claim[], market: Market): number =>
  claims.reduce((total, claim) => total + Math.abs(claim.weight) * jumpOf(claim, market), 0);

function jumpOf(claim: Claim, market: Market): number {
  if (claim.type === 'choice') return largestJump(claim.left, market) + largestJump(claim.right, market);
  if (claim.type === 'autocall') return discount(market.curve, Math.min(...claim.autocall.times));
  if (claim.type === 'payoff') return 0;
  const { european, conditions } = claim;
  const discrete = conditions.filter(({ trigger }) => trigger.monitoring !== 'continuous');
  const paid = discount(market.curve, european.time);
  if (european.type === 'digital') return paid;
  if (european.type === 'cash') return discrete.length > 0 ? paid : 0;
  return paid * Math.max(0, ...discrete.map(({ trigger }) => european.sign * (trigger.level - european.strike)));
}
