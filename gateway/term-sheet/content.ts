/** The content of a term sheet, before it is written in a format. */

import type { ContractSpec, PayoffProfile, PayoffProfileRequest } from '#engine/schemas';
import type { Row } from '../print/page.js';
import type { Described } from '../product/priced-terms.js';
import type { ResolvedProduct } from '../product/stored-product.js';
import { barriersOf, type Mark, termRows } from './terms.js';

export interface TermSheetInput {
  readonly product: ResolvedProduct;
  readonly today: string;
  readonly described: Described;
  readonly problems: readonly { readonly pointer: string; readonly reason: string }[];
  /** Absent where the terms have ended. */
  readonly payoff?: ShownPayoff;
  /** The contract whose payoff is shown. */
  readonly contract: ContractSpec;
  /** Issuer, calculation agent and currency, where the caller states them. */
  readonly parties?: { readonly [Name in 'issuer' | 'calculationAgent' | 'currency']?: string | undefined };
  readonly engineVersion: string;
  readonly pricers: readonly { readonly id: string; readonly version: number; readonly fingerprint: string; readonly status: string }[];
}

/** The payoff over a range of spots for the plot, and at ten-per-cent moves of the spot for the table. */
interface ShownPayoff {
  readonly plot: PayoffProfile;
  /** The payoff where barriers have been reached before; absent where none is watched. */
  readonly reached?: PayoffProfile;
  /** Empty for a contract without an underlying. */
  readonly scenarios: PayoffProfile['points'];
}

export interface TermSheet {
  readonly title: string;
  readonly subtitle: string;
  readonly description?: string;
  readonly parties: readonly Row[];
  readonly summary: readonly Row[];
  readonly terms: readonly Row[];
  readonly schedule: readonly Row[];
  /** Absent where the terms have no profile any more. */
  readonly payoff?: PayoffProfile;
  /** The same where its barriers have been reached before. */
  readonly payoffAfterBarrier?: PayoffProfile;
  /** Levels of the plot's underlying at which something changes. */
  readonly barriers: readonly Mark[];
  /** Level from which the plot counts in per cent, because several underlyings move in proportion; absent for one underlying. */
  readonly inShareOf?: number;
  readonly scenarios: readonly { readonly spot: number; readonly move: number; readonly payoff: number }[];
  readonly risks: readonly string[];
  readonly notes: readonly string[];
  readonly manifest: readonly Row[];
}

/** Points of the plot, and of the table of scenarios: from half the start to one and a half of it, in steps of a tenth. */
const PLOT_POINTS = 101;
const SCENARIO_POINTS = 11;
const SCENARIO_RANGE = { from: 0.5, to: 1.5 } as const;
/** Dates that the schedule lists one by one. */
const MAX_DATES_SHOWN = 120;
const TO_BE_COMPLETED = 'to be completed';

const TYPE_NAMES: Readonly<Record<ResolvedProduct['type'], string>> = {
  contract: 'Contract',
  structured: 'Structured note',
  convertible: 'Convertible bond',
  vanilla: 'European option',
  american: 'American option',
  strategy: 'Option strategy',
};

export function contentOf(input: TermSheetInput): TermSheet {
  const { product, today, described, problems, payoff, contract, parties = {}, engineVersion, pricers } = input;
  const { id, version, contentHash, name, description, type, terms, status } = product;
  const { horizon, underlyings, cashflowDates } = described;
  const { underlying } = payoff?.plot ?? {};
  const start = payoff && startOf(payoff.plot);
  return {
    title: name,
    subtitle: `${TYPE_NAMES[type]}, version ${version}, ${status}, as of ${today}`,
    ...(description !== undefined && { description }),
    parties: [
      ['Issuer', parties.issuer ?? TO_BE_COMPLETED],
      ['Calculation agent', parties.calculationAgent ?? TO_BE_COMPLETED],
      ['Currency of all amounts', parties.currency ?? TO_BE_COMPLETED],
    ],
    summary: [
      ['Type', TYPE_NAMES[type]],
      ['In words', described.description],
      ['Underlyings', underlyings.join(', ') || 'none named'],
      ['Last payment', horizon],
    ],
    terms: termRows(terms),
    schedule: scheduleOf(cashflowDates),
    ...(payoff && { payoff: payoff.plot }),
    ...(payoff?.reached && { payoffAfterBarrier: payoff.reached }),
    barriers: underlying === undefined || start === undefined ? [] : barriersOf(contract, underlying, start),
    ...(underlyings.length > 1 && start !== undefined && { inShareOf: start }),
    scenarios: payoff ? scenariosOf(payoff) : [],
    risks: risksOf(product, described, payoff?.plot),
    notes: [
      'Payoffs are undiscounted sums of all payments, where each spot moves in a straight line from its start to its end at the last payment.',
      ...(underlyings.length > 1 ? ['In the plot and the scenarios all underlyings move in proportion.'] : []),
      ...(payoff?.reached ? ['The dashed line of the plot is the payoff where a barrier has been reached before.'] : []),
      ...(type === 'convertible'
        ? ['The payoff of the bond is that at maturity, without coupons, calls, puts and earlier conversion.']
        : []),
      ...problems.map(({ pointer, reason }) => `${pointer.slice(1).replaceAll('/', '.')} ${reason}: no payoff is shown.`),
    ],
    manifest: [
      ['Product', id],
      ['Version', String(version)],
      ['Content hash', contentHash],
      ['Engine version', engineVersion],
      ...pricers.flatMap(({ id: pricerId, version: pricerVersion, fingerprint, status: capability }): Row[] => [
        ['Pricer', `${pricerId}, version ${pricerVersion}, ${capability}`],
        ['Fingerprint', fingerprint],
      ]),
    ],
  };
}

/**
 * @param profile              gives the payoff of the product at the spots that it is asked for
 * @param profileAfterBarrier  the same where its barriers have been reached; absent where it has none
 */
export async function shownPayoff(
  profile: (request: PayoffProfileRequest) => Promise<PayoffProfile>,
  profileAfterBarrier?: (request: PayoffProfileRequest) => Promise<PayoffProfile>,
): Promise<ShownPayoff> {
  const plot = await profile({ points: PLOT_POINTS });
  const base = startOf(plot);
  if (base === undefined) return { plot, scenarios: [] };
  const { from, to } = SCENARIO_RANGE;
  const [{ points }, reached] = await Promise.all([
    profile({ from: from * base, to: to * base, points: SCENARIO_POINTS }),
    profileAfterBarrier?.({ points: PLOT_POINTS }),
  ]);
  return { plot, scenarios: points, ...(reached && { reached }) };
}

const startOf = ({ underlying, start }: PayoffProfile): number | undefined => (underlying === undefined ? undefined : start[underlying]);

function scenariosOf({ plot, scenarios }: ShownPayoff): TermSheet['scenarios'] {
  const base = startOf(plot) ?? 1;
  return scenarios.map(({ spot, payoff }) => ({ spot, move: spot / base - 1, payoff }));
}

function scheduleOf(dates: readonly string[]): Row[] {
  const shown = dates.slice(0, MAX_DATES_SHOWN).map((date, index): Row => [String(index + 1), date]);
  return dates.length > MAX_DATES_SHOWN ? [...shown, ['…', `${dates.length - MAX_DATES_SHOWN} more, the last on ${dates.at(-1)}`]] : shown;
}

/** The risks that the terms imply, one sentence each. */
function risksOf({ type, terms }: ResolvedProduct, { underlyings }: Described, payoff: PayoffProfile | undefined): string[] {
  const termsJson = JSON.stringify(terms);
  const amounts = payoff?.points.map((point) => point.payoff) ?? [];
  const has = (word: string) => termsJson.includes(`"${word}"`);
  return [
    ...(amounts.some((amount) => amount < 0) ? ['The holder may have to pay: the payoff is negative where the plot is below zero.'] : []),
    ...(amounts.length > 0 && Math.min(...amounts) === 0 ? ['The holder may receive nothing.'] : []),
    ...(has('barrier_condition') ? ['A barrier may end or begin the payments abruptly; the value moves sharply near it.'] : []),
    ...(type === 'structured' || has('worst_of_autocall')
      ? [
          'The note may be redeemed early, when reinvestment is less favourable.',
          'Below the protection barrier on the last date, the holder bears the loss of the worst performer in full.',
          'Coupons are conditional and may not be paid at all.',
        ]
      : []),
    ...(underlyings.length > 1 ? ['The value depends on how the underlyings move together, which cannot be observed directly.'] : []),
    ...(type === 'convertible' ? ['The issuer may call the bond where its terms allow it.'] : []),
    'Credit: payments depend on the ability of the issuer to make them.',
    'Liquidity: there may be no buyer before the last payment, or only at a large discount.',
    'Model: a price before the last payment rests on a model and its parameters, which may be wrong.',
  ];
}
