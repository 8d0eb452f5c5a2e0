/**
 * Choices as kernel text.
 *
 * A holder chooses by what each side is worth at the time. Where all that the sides pay is known then, or has a closed form given the
 * spot (vanillas, digitals and cash paid later), the choice is worth the greater value: `valued`. Otherwise the path goes on under what was
 * chosen, and the choice is made by the sign of what is known exactly of the difference plus an estimate of the rest, linear in
 * functions of the state with coefficients found beforehand by regression (Longstaff and Schwartz 2001): `decided`. Payments before
 * a choice's time belong to neither side.
 */

import type { Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import { type Grid, SAME_TIME, sameTime } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import type { Regression } from '../emit/program.js';
import { modelOf } from '../process/index.js';
import type { Paths } from '../process/paths.js';
import type { AutocallState, Flows } from './cash-flows.js';
import { writeFeatures } from './choice-features.js';
import type { AutocallClaim, ChoiceClaim, Claim, EuropeanClaim, PayoffClaim } from './claims.js';
import { paymentTimes } from './claims.js';
import type { Payoffs } from './payoffs.js';
import type { Counts } from './survival.js';

/** Regressions of a contract as it is, in the order in which they were written, for a bump of it. */
export interface Decided {
  readonly regressions: readonly Regression[];
  /**
   * Whether a path decides as it does unbumped; or else by the same estimates, where it now is. The first has no noise from paths that
   * change sides, and to first order the value of the best policy does not feel that it is kept. To second order it does, so that
   * gamma takes the second.
   */
  readonly kept: boolean;
}

export interface Writing {
  readonly builder: KernelBuilder;
  readonly market: Market;
  readonly grid: Grid;
  readonly paths: Paths;
  readonly flows: Flows;
  readonly payoffs: Payoffs;
  readonly counts: Counts;
  /** Texts that a run can give in place of the value, from selector 1 on. */
  readonly probes: string[];
  readonly regressions: Regression[];
  /** Of whom choices are taken over, where this is a bump. */
  readonly decided: Decided | undefined;
  /** Of the autocalls written. */
  readonly autocalls: Map<AutocallClaim, AutocallState>;
  /** Written after the payments of a step. */
  readonly decisions: string[];
}

const notBefore = (time: Years, since: Years): boolean => time > since - SAME_TIME;

/** Writes the claims paid at `since` or later. @returns text of their value once a path is done, discounted to today */
export function writeClaims(writing: Writing, claims: readonly Claim[], since: Years, latestChoice: Years, inChoice: boolean): string {
  const total = writing.builder.local('0.0');
  const parts = [total];
  for (const claim of claims) {
    if (claim.type === 'european') {
      if (notBefore(claim.european.time, since))
        writing.flows.payment(claim.european, claim.weight, writing.counts(claim.conditions, inChoice), total);
    } else if (claim.type === 'payoff') {
      if (notBefore(claim.payoff.time, since))
        writing.payoffs.payment(claim.payoff, claim.weight, writing.counts(claim.conditions, inChoice), total);
    } else if (claim.type === 'autocall') {
      writing.autocalls.set(claim, writing.flows.autocall(claim, since, writing.counts(claim.conditions, inChoice), total));
    } else {
      parts.push(`${writing.builder.scalar(claim.weight)} * ${writeChoice(writing, claim, since, latestChoice)}`);
    }
  }
  return parts.length === 1 ? total : `(${parts.join(' + ')})`;
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

/** Every payment from `time` on is made then, or has a closed form given the spot then. */
export const isValued = (market: Market, claims: readonly Claim[], time: Years): boolean =>
  claims.every((claim) => {
    if (claim.type === 'choice')
      return sameTime(claim.time, time) && isValued(market, claim.left, time) && isValued(market, claim.right, time);
    if (claim.type === 'autocall') return paymentTimes(claim).every((paid) => !(paid > time + SAME_TIME));
    return isKnown(market, claim, time);
  });

/** Given the spot alone, what is still to be paid has a value. */
const hasClosedForm = ({ assets }: Market, { european }: EuropeanClaim): boolean =>
  european.type === 'cash' || modelOf(assets[european.asset]).gaussian;

/** Paid before (then it counts for nothing) or at `time`, or later in closed form with nothing left to happen to its conditions. */
const isKnown = (market: Market, claim: Claim, time: Years): claim is EuropeanClaim | PayoffClaim => {
  if (claim.type !== 'european' && claim.type !== 'payoff') return false;
  const [paid] = paymentTimes(claim);
  return (
    paid! < time + SAME_TIME ||
    (claim.type === 'european' &&
      hasClosedForm(market, claim) &&
      claim.conditions.every(
        ({ trigger: { monitoring } }) =>
          monitoring !== 'continuous' && monitoring.every((date) => date < time + SAME_TIME || date > paid! + SAME_TIME),
      ))
  );
};

/** Writes claims by their values at `time`. */
function writeValues(writing: Writing, claims: readonly Claim[], time: Years): string {
  const total = writing.builder.local('0.0');
  const parts = [total];
  for (const claim of claims) {
    if (claim.type === 'european' || claim.type === 'payoff') writeKnown(writing, claim, time, 1, total);
    else if (claim.type === 'autocall') writing.flows.autocall(claim, time, writing.counts(claim.conditions, true), total);
    else
      parts.push(
        `${writing.builder.scalar(claim.weight)} * Math.max(${writeValues(writing, claim.left, time)}, ${writeValues(writing, claim.right, time)})`,
      );
  }
  return parts.length === 1 ? total : `(${parts.join(' + ')})`;
}

function writeKnown(
  { flows, payoffs, counts }: Writing,
  claim: EuropeanClaim | PayoffClaim,
  time: Years,
  sign: number,
  total: string,
): void {
  if (!notBefore(paymentTimes(claim)[0], time)) return;
  const weight = sign * claim.weight;
  const counted = counts(claim.conditions, true);
  if (claim.type === 'payoff') payoffs.payment(claim.payoff, weight, counted, total);
  else if (sameTime(claim.european.time, time)) flows.payment(claim.european, weight, counted, total);
  else flows.valueAt(time, claim.european, weight, counted, total);
}

function writeDecision(writing: Writing, { left, right, time }: ChoiceClaim, leftPaid: string, rightPaid: string): string {
  const { builder, market, grid, probes, decisions, regressions, decided } = writing;
  const rest: readonly Claim[] = [...left, ...right].filter((claim) => !isKnown(market, claim, time));
  const like = decided?.regressions[regressions.length];
  if (rest.length > 0 && like !== undefined && decided!.kept) {
    regressions.push(like);
    return `(${like.chosen} > 0.5 ? ${leftPaid} : ${rightPaid})`;
  }
  const [known, chosen] = [builder.local('0.0'), builder.local('1.0')];
  const now = builder.column(builder.marks([[grid.stepAt(time), 1]]));
  for (const [claims, sign] of [
    [left, 1],
    [right, -1],
  ] as const)
    for (const claim of claims) if (isKnown(market, claim, time)) writeKnown(writing, claim, time, sign, known);

  if (rest.length === 0) decisions.push(`if (${now} > 0.5) { ${chosen} = ${known} >= 0.0 ? 1.0 : 0.0; }`);
  else {
    const { features, basis } = writeFeatures(writing, [left, right], rest, time);
    const { at, texts: coefficients } = like ? { at: like.at, texts: like.coefficients } : builder.later(basis.length);
    const estimate = basis
      .map((product, k) => [coefficients[k], ...product.map((feature) => features[feature].name)].join(' * '))
      .join(' + ');
    decisions.push(`if (${now} > 0.5) {
${features.map(({ name, text }) => `${name} = ${text};`).join('\n')}
${chosen} = ${known} + ${estimate} >= 0.0 ? 1.0 : 0.0;
}`);
    const probe = (text: string) => probes.push(text);
    regressions.push({
      time,
      at,
      known: probe(known),
      paid: probe(`(${leftPaid} - ${rightPaid})`),
      features: features.map(({ name }) => probe(name)),
      basis,
      coefficients,
      chosen,
    });
  }
  return `(${chosen} > 0.5 ? ${leftPaid} : ${rightPaid})`;
}
