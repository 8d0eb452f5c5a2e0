/**
 * Holder's choices between two contracts, as kernel text.
 *
 * The holder takes the side with the greater value at the choice date. Where every payment of both sides is made then, or has a closed
 * form given the spot (vanillas, digitals and cash paid later), the choice is worth the greater of two known values. Otherwise the path
 * continues under the chosen side, and the choice follows the sign of
 *
 *   (closed-form part of the difference) + (regression estimate of the rest),
 *
 * the estimate linear in basis functions with coefficients fitted beforehand (Longstaff and Schwartz 2001). A payment that falls before
 * its choice belongs to neither side.
 */

import type { Years } from '../../base/units.js';
import { paysCashBetween } from '../../market/growth.js';
import type { Market } from '../../market/market.js';
import { SAME_TIME, sameTime } from '../emit/grid.js';
import { modelOf } from '../process/index.js';
import type { AutocallState } from './cash-flows.js';
import { writeFeatures } from './choice-features.js';
import type { AutocallClaim, ChoiceClaim, Claim, EuropeanClaim, PayoffClaim } from './claims.js';
import { paymentTime, paymentTimes } from './claims.js';
import type { Writing } from './writing.js';

const notBefore = (time: Years, since: Years): boolean => time > since - SAME_TIME;

/**
 * Writes the claims paid at `since` or later.
 *
 * @param latestChoice  time of the latest choice around these claims, years; −∞ where there is none
 * @returns text of their value at the end of a path, discounted to today
 */
export function writeClaims(writing: Writing, claims: readonly Claim[], since: Years, latestChoice: Years, inChoice: boolean): string {
  const total = writing.builder.local('0.0');
  const parts = [total];
  for (const claim of claims) {
    if (claim.type === 'european') {
      if (notBefore(claim.european.time, since))
        writing.flows.payment(claim.european, claim.weight, writing.paidFraction(claim.conditions, inChoice), total);
    } else if (claim.type === 'payoff') {
      if (notBefore(claim.payoff.time, since))
        writing.payoffs.payment(claim.payoff, claim.weight, writing.paidFraction(claim.conditions, inChoice), total);
    } else if (claim.type === 'autocall') {
      writing.autocalls.set(claim, writeAutocall(writing, claim, since, inChoice, total));
    } else {
      parts.push(`${writing.builder.scalar(claim.weight)} * ${writeChoice(writing, claim, since, latestChoice)}`);
    }
  }
  return parts.length === 1 ? total : `(${parts.join(' + ')})`;
}

function writeAutocall(
  { flows, paidFraction }: Writing,
  claim: AutocallClaim,
  since: Years,
  inChoice: boolean,
  total: string,
): AutocallState {
  const isProtected = claim.protection.length === 0 ? undefined : paidFraction([...claim.conditions, ...claim.protection], inChoice);
  return flows.autocall(claim, since, { paid: paidFraction(claim.conditions, inChoice), isProtected }, total);
}

function writeChoice(writing: Writing, choice: ChoiceClaim, since: Years, latestChoice: Years): string {
  const { time } = choice;
  const from = Math.max(since, time);
  const valued = (claims: readonly Claim[]) => isValued(writing.market, claims, time);
  if (latestChoice < time + SAME_TIME && valued(choice.left) && valued(choice.right)) {
    return `Math.max(${writeValues(writing, choice.left, time)}, ${writeValues(writing, choice.right, time)})`;
  }
  const latest = Math.max(latestChoice, time);
  const left = writeClaims(writing, choice.left, from, latest, true);
  const right = writeClaims(writing, choice.right, from, latest, true);
  return writeDecision(writing, choice, left, right);
}

/** True if every payment from `time` on is made then, or has a closed form given the spot then. */
export const isValued = (market: Market, claims: readonly Claim[], time: Years): boolean =>
  claims.every((claim) => {
    if (claim.type === 'choice')
      return sameTime(claim.time, time) && isValued(market, claim.left, time) && isValued(market, claim.right, time);
    if (claim.type === 'autocall') return paymentTimes(claim).every((paid) => !(paid > time + SAME_TIME));
    return isKnown(market, claim, time);
  });

/** True if the value at `time` of a later payment is a closed form in the spot then. */
const hasClosedForm = ({ assets }: Market, { european }: EuropeanClaim, time: Years): boolean =>
  european.type === 'cash' || (modelOf(assets[european.asset]!).gaussian && !paysCashBetween(assets[european.asset]!, time, european.time));

/**
 * True if a claim is paid by `time` (before it, the claim counts for nothing), or later with a closed form and no monitoring date until the
 * payment.
 */
const isKnown = (market: Market, claim: Claim, time: Years): claim is EuropeanClaim | PayoffClaim => {
  if (claim.type !== 'european' && claim.type !== 'payoff') return false;
  const paid = paymentTime(claim);
  return (
    paid < time + SAME_TIME ||
    (claim.type === 'european' &&
      hasClosedForm(market, claim, time) &&
      claim.conditions.every(
        ({ trigger: { monitoring } }) =>
          monitoring !== 'continuous' && monitoring.every((date) => date < time + SAME_TIME || date > paid + SAME_TIME),
      ))
  );
};

/** Writes the sum of the values of claims at `time`. */
function writeValues(writing: Writing, claims: readonly Claim[], time: Years): string {
  const total = writing.builder.local('0.0');
  const parts = [total];
  for (const claim of claims) {
    if (claim.type === 'european' || claim.type === 'payoff') writeKnown(writing, claim, time, 1, total);
    else if (claim.type === 'autocall') writeAutocall(writing, claim, time, true, total);
    else
      parts.push(
        `${writing.builder.scalar(claim.weight)} * Math.max(${writeValues(writing, claim.left, time)}, ${writeValues(writing, claim.right, time)})`,
      );
  }
  return parts.length === 1 ? total : `(${parts.join(' + ')})`;
}

function writeKnown(
  { flows, payoffs, paidFraction }: Writing,
  claim: EuropeanClaim | PayoffClaim,
  time: Years,
  sign: number,
  total: string,
): void {
  if (!notBefore(paymentTime(claim), time)) return;
  const weight = sign * claim.weight;
  const fraction = paidFraction(claim.conditions, true);
  if (claim.type === 'payoff') payoffs.payment(claim.payoff, weight, fraction, total);
  else if (sameTime(claim.european.time, time)) flows.payment(claim.european, weight, fraction, total);
  else flows.valueAt(time, claim.european, weight, fraction, total);
}

function writeDecision(writing: Writing, { left, right, time }: ChoiceClaim, leftPaid: string, rightPaid: string): string {
  const { builder, market, grid, selectable, decisions, regressions, base } = writing;
  const unknown: readonly Claim[] = [...left, ...right].filter((claim) => !isKnown(market, claim, time));
  const ofBase = base?.regressions[regressions.length];
  if (unknown.length > 0 && ofBase !== undefined && base?.keepDecisions) {
    regressions.push(ofBase);
    return `(${ofBase.chosen} > 0.5 ? ${leftPaid} : ${rightPaid})`;
  }
  const [paidAlready, chosen] = [builder.local('0.0'), builder.local('1.0')];
  const now = builder.column(builder.marks([[grid.stepAt(time), 1]]));
  for (const [claims, sign] of [
    [left, 1],
    [right, -1],
  ] as const)
    for (const claim of claims) if (isKnown(market, claim, time)) writeKnown(writing, claim, time, sign, paidAlready);

  if (unknown.length === 0) decisions.push(`if (${now} > 0.5) { ${chosen} = ${paidAlready} >= 0.0 ? 1.0 : 0.0; }`);
  else {
    const { features, basis } = writeFeatures(writing, [left, right], unknown, time);
    const { at: offset, texts: coefficients } = ofBase ? { at: ofBase.at, texts: ofBase.coefficients } : builder.later(basis.length);
    const estimate = basis
      .map((product, k) => [coefficients[k], ...product.map((feature) => features[feature]!.name)].join(' * '))
      .join(' + ');
    decisions.push(`if (${now} > 0.5) {
${features.map(({ name, text }) => `${name} = ${text};`).join('\n')}
${chosen} = ${paidAlready} + ${estimate} >= 0.0 ? 1.0 : 0.0;
}`);
    const select = (text: string) => selectable.push(text);
    regressions.push({
      time,
      at: offset,
      known: select(paidAlready),
      paid: select(`(${leftPaid} - ${rightPaid})`),
      features: features.map(({ name }) => select(name)),
      basis,
      coefficients,
      chosen,
    });
  }
  return `(${chosen} > 0.5 ? ${leftPaid} : ${rightPaid})`;
}
