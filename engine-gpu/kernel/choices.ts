/**
 * Choices as kernel text.
 *
 * A holder chooses by what each side is worth at the time. Where all that the sides pay is known then, or has a closed form given the
 * spot (vanillas, digitals and cash paid later), the choice is worth the greater value: `valued`. Otherwise the path goes on under what was
 * chosen, and the choice is made by the sign of what is known exactly of the difference plus an estimate of the rest, linear in
 * functions of the state with coefficients found beforehand by regression (Longstaff and Schwartz 2001): `decided`. Payments before
 * a choice's time belong to neither side.
 */
import type { Market } from '../product/market.js';
import { observedAssets } from '../product/observable.js';
import type { Years } from '../units.js';
import type { AutocallClaim, ChoiceClaim, Claim, EuropeanClaim, PayoffClaim } from './claims.js';
import { paymentTimes } from './claims.js';
import type { AutocallState, Flows } from './flows.js';
import { type Grid, SAME_TIME, sameTime } from './grid.js';
import { modelOf } from './models.js';
import type { Paths } from './paths.js';
import type { Payoffs } from './payoffs.js';
import type { Sheet } from './sheet.js';
import type { Counts } from './survival.js';

/** A choice whose estimate has to be fitted. */
export interface Regression {
  readonly time: Years;
  /** Where its coefficients stand among the scalars. */
  readonly at: number;
  /** Selectors of what a run gives: the difference of the sides that is known, what they then pay (both discounted), the state. */
  readonly known: number;
  readonly paid: number;
  readonly features: readonly number[];
  /** Products of features by their places; one coefficient each. */
  readonly basis: readonly (readonly number[])[];
  /** Texts of the coefficients, and of 1 where the left side is chosen. */
  readonly coefficients: readonly string[];
  readonly chosen: string;
}

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
  readonly sheet: Sheet;
  readonly market: Market;
  readonly grid: Grid;
  readonly paths: Paths;
  readonly flows: Flows;
  readonly payoffs: Payoffs;
  readonly counts: Counts;
  /** Texts that a run can give in place of the value, from selector 1 on. */
  readonly probes: string[];
  readonly regressions: Regression[];
  readonly decided: Decided | undefined;
  /** Of the autocalls written. */
  readonly autocalls: Map<AutocallClaim, AutocallState>;
  /** Written after the payments of a step. */
  readonly decisions: string[];
}

const notBefore = (time: Years, since: Years): boolean => time > since - SAME_TIME;

/** Writes the claims paid at `since` or later. @returns text of their value once a path is done, discounted to today */
export function writeClaims(writing: Writing, claims: readonly Claim[], since: Years, latestChoice: Years, inChoice: boolean): string {
  const total = writing.sheet.local('0.0');
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
      parts.push(`${writing.sheet.scalar(claim.weight)} * ${writeChoice(writing, claim, since, latestChoice)}`);
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
const isValued = (market: Market, claims: readonly Claim[], time: Years): boolean =>
  claims.every((claim) => {
    if (claim.type === 'choice')
      return sameTime(claim.time, time) && isValued(market, claim.left, time) && isValued(market, claim.right, time);
    if (claim.type === 'autocall') return paymentTimes(claim).every((paid) => !(paid > time + SAME_TIME));
    return isKnown(market, claim, time);
  });

/** Given the spot alone, what is still to be paid has a value. */
const hasClosedForm = ({ assets }: Market, { european }: EuropeanClaim): boolean =>
  european.type === 'cash' || modelOf(assets[european.asset]!).gaussian;

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
  const total = writing.sheet.local('0.0');
  const parts = [total];
  for (const claim of claims) {
    if (claim.type === 'european' || claim.type === 'payoff') writeKnown(writing, claim, time, 1, total);
    else if (claim.type === 'autocall') writing.flows.autocall(claim, time, writing.counts(claim.conditions, true), total);
    else
      parts.push(
        `${writing.sheet.scalar(claim.weight)} * Math.max(${writeValues(writing, claim.left, time)}, ${writeValues(writing, claim.right, time)})`,
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
  if (!notBefore(paymentTimes(claim)[0]!, time)) return;
  const weight = sign * claim.weight;
  const counted = counts(claim.conditions, true);
  if (claim.type === 'payoff') payoffs.payment(claim.payoff, weight, counted, total);
  else if (sameTime(claim.european.time, time)) flows.payment(claim.european, weight, counted, total);
  else flows.valueAt(time, claim.european, weight, counted, total);
}

/** Highest powers of the log spots and of what paths have come to, by how many there are: 5 to 28 products, or a line in each. */
const degreeFor = (count: number): number => (count === 1 ? 4 : count === 2 ? 3 : count <= 6 ? 2 : 1);
/** With more functions than these of spots and values, what has happened shifts the estimate, and does not bend it. */
const MOST_BENT = 32;

function writeDecision(writing: Writing, { left, right, time }: ChoiceClaim, leftPaid: string, rightPaid: string): string {
  const { sheet, market, grid, paths, probes, decisions, regressions, decided, flows } = writing;
  const rest: readonly Claim[] = [...left, ...right].filter((claim) => !isKnown(market, claim, time));
  const like = decided?.regressions[regressions.length];
  if (rest.length > 0 && like !== undefined && decided!.kept) {
    regressions.push(like);
    return `(${like.chosen} > 0.5 ? ${leftPaid} : ${rightPaid})`;
  }
  const [known, chosen] = [sheet.local('0.0'), sheet.local('1.0')];
  const now = sheet.column(sheet.marks([[grid.stepAt(time), 1]]));
  for (const [claims, sign] of [
    [left, 1],
    [right, -1],
  ] as const)
    for (const claim of claims) if (isKnown(market, claim, time)) writeKnown(writing, claim, time, sign, known);

  if (rest.length === 0) decisions.push(`if (${now} > 0.5) { ${chosen} = ${known} >= 0.0 ? 1.0 : 0.0; }`);
  else {
    const assets = [...assetsOf(rest)].sort((a, b) => a - b);
    const spots = assets.map((asset) => {
      const deviation = modelOf(market.assets[asset]!).deviation(0, time);
      return `(${paths.now(asset)} * ${sheet.scalar(deviation > 0 ? 1 / deviation : 0)})`;
    });
    const values = [left, right].flatMap((side) => {
      const text = writeUnconditioned(
        flows,
        sheet,
        side.filter((claim) => rest.includes(claim)),
        time,
      );
      return text === undefined ? [] : [text];
    });
    const moved = assets.flatMap((asset) => paths.states(asset));
    const worst = pathsOf(writing, rest);
    const states = statesOf(writing, rest);
    const features = [...spots, ...moved, ...worst, ...values, ...states].map((text) => ({ text, name: sheet.local('0.0') }));
    const indices = features.map((_, k) => k);
    const firstValue = spots.length + moved.length + worst.length;
    const firstState = firstValue + values.length;
    const ofSpots = indices.slice(0, firstValue);
    const ofValues = indices.slice(firstValue, firstState);
    const [constant, ...powers] = monomials(ofSpots, degreeFor(ofSpots.length));
    // Values first: what depends on functions before it is left out.
    const smooth = [constant!, ...ofValues.flatMap((value) => [[value], ...ofSpots.map((spot) => [value, spot])]), ...powers];
    const bent = smooth.length > MOST_BENT ? [constant!] : smooth;
    const basis = [...smooth, ...indices.slice(firstState).flatMap((state) => bent.map((f) => [...f, state]))];
    const { at, texts: coefficients } = like ? { at: like.at, texts: like.coefficients } : sheet.later(basis.length);
    const estimate = basis
      .map((product, k) => [coefficients[k]!, ...product.map((feature) => features[feature]!.name)].join(' * '))
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

const assetsOfOne = (claim: Exclude<Claim, ChoiceClaim>): readonly number[] => {
  if (claim.type === 'autocall') return claim.autocall.assets;
  if (claim.type === 'payoff') return observedAssets(claim.payoff.of);
  return claim.european.type === 'cash' ? [] : [claim.european.asset];
};

const assetsOf = (claims: readonly Claim[]): Set<number> =>
  new Set(
    claims.flatMap((claim) => {
      if (claim.type === 'choice') return [...assetsOf([...claim.left, ...claim.right])];
      const own = assetsOfOne(claim);
      return [...own, ...claim.conditions.map(({ trigger }) => trigger.asset)];
    }),
  );

/** Products of powers up to a total degree, each as a list of its factors; the constant, an empty one, first. */
function monomials(factors: readonly number[], degree: number): number[][] {
  const [factor, ...others] = factors;
  if (factor === undefined) return [[]];
  return Array.from({ length: degree + 1 }, (_, power) =>
    monomials(others, degree - power).map((rest) => [...Array.from({ length: power }, () => factor), ...rest]),
  ).flat();
}

/**
 * Value at `time` of what the claims would pay without their conditions, choices taken at the greater; what has no closed form left out,
 * and what has none but under a Gaussian model taken as if under one: an estimate needs its shape alone.
 */
function writeUnconditioned(flows: Flows, sheet: Sheet, claims: readonly Claim[], time: Years): string | undefined {
  const parts: string[] = [];
  let total: string | undefined;
  for (const claim of claims) {
    if (claim.type === 'european' && claim.european.time > time + SAME_TIME) {
      total ??= sheet.local('0.0');
      flows.valueAt(time, claim.european, claim.weight, '1.0', total);
    } else if (claim.type === 'choice') {
      const sides = [claim.left, claim.right].map((side) => writeUnconditioned(flows, sheet, side, time) ?? '0.0');
      if (sides.some((side) => side !== '0.0')) parts.push(`${sheet.scalar(claim.weight)} * Math.max(${sides.join(', ')})`);
    }
  }
  const all = [...(total === undefined ? [] : [total]), ...parts];
  return all.length === 0 ? undefined : `(${all.join(' + ')})`;
}

/** Worst performances of autocalls on several assets, and what payoffs have come to. Each text once. */
function pathsOf(writing: Writing, claims: readonly Claim[]): string[] {
  const texts = claims.flatMap((claim): string[] => {
    if (claim.type === 'choice') return pathsOf(writing, [...claim.left, ...claim.right]);
    if (claim.type === 'payoff') return [...writing.payoffs.state(claim.payoff)];
    return claim.type === 'autocall' && claim.autocall.assets.length > 1 ? [`(${writing.autocalls.get(claim)!.worst})`] : [];
  });
  return [...new Set(texts)];
}

/** What has happened by now: barriers reached, autocalls alive, coupons missed. Each text once. */
function statesOf(writing: Writing, claims: readonly Claim[]): string[] {
  const texts = claims.flatMap((claim): string[] => {
    if (claim.type === 'choice') return statesOf(writing, [...claim.left, ...claim.right]);
    const state = claim.type === 'autocall' ? writing.autocalls.get(claim)! : undefined;
    return [
      ...(state ? [state.alive, `${state.alive} * ${state.missed}`] : []),
      ...claim.conditions.map(({ trigger }) => writing.counts([{ trigger, style: 'out' }], true)),
    ];
  });
  return [...new Set(texts)];
}
