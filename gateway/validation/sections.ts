/** The parts of the report that supervisors ask for beside the tests: a page for whoever relies on the numbers, materiality, monitoring, overlays. */
import type { ModelChallenge } from '#services/resources/model-challenge';
import type { ModelOverlay } from '#services/resources/model-overlay';
import type { ReferenceCase } from './cases.js';
import { type LiveUse, TIER_RULE, tierOf } from './live-use.js';
import { isExpired, MAX_VALIDATION_AGE_DAYS, type ReviewDue } from './review.js';

/** A part of the report in words and tables, without a form. */
export interface ReportSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly items?: readonly string[];
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

export const STANDARDS = [
  'Board of Governors of the Federal Reserve System, SR 26-2, which takes the place of SR 11-7, rescinded on 17 April 2026.',
  'Prudential Regulation Authority, SS1/23, Model risk management principles for banks.',
];

/** Largest number of names in a sentence. */
const MAX_NAMES = 12;

const names = (list: readonly string[]): string =>
  list.length === 0
    ? 'none'
    : `${list.slice(0, MAX_NAMES).join(', ')}${list.length > MAX_NAMES ? ` and ${list.length - MAX_NAMES} more` : ''}`;

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** Monitoring at the time of the report. */
export interface Monitoring {
  readonly uses: readonly LiveUse[];
  readonly reviews: readonly ReviewDue[];
  readonly overlays: readonly ModelOverlay[];
  /** The newest comparison with other methods; absent where there was none. */
  readonly challenge?: ModelChallenge;
  /** Receipts that were counted, the newest of the tenant. */
  readonly receipts: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The parts of a report of which the summary speaks. */
interface Tested {
  readonly pricers: readonly { readonly pricerId: string; readonly cases: readonly { readonly id: string }[] }[];
  readonly cases: number;
  readonly failed: number;
  readonly engineVersion: string;
  readonly startedBy: string;
}

/** One page for whoever relies on the numbers: what was validated, by what, what lies outside, and who must do what. */
export function summaryPage(
  { pricers, cases, failed, engineVersion, startedBy }: Tested,
  all: readonly ReferenceCase[],
  { uses, reviews }: Monitoring,
): ReportSection {
  const run = new Set(pricers.flatMap((each) => each.cases.map(({ id }) => `${each.pricerId}/${id}`)));
  const counts = new Map<string, number>();
  for (const { kind, pricerId, id } of all) if (run.has(`${pricerId}/${id}`)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const withCases = new Set(all.map(({ pricerId }) => pricerId));
  const untested = uses.map(({ pricerId }) => pricerId).filter((id) => !withCases.has(id));
  const outside = uses.filter((use) => use.outside.length > 0 && withCases.has(use.pricerId)).map(({ pricerId }) => pricerId);
  const kinds = [...counts].map(([kind, count]) => `${kind.replaceAll('_', ' ')} ${count}`).join(', ');
  return {
    title: 'Summary for whoever relies on the numbers',
    paragraphs: [],
    table: {
      head: ['question', 'answer'],
      rows: [
        [
          'What was validated?',
          `${pricers.length} pricers and measures of engine ${engineVersion}, by ${cases} cases (${kinds}); ${failed} failed.`,
        ],
        [
          'By what?',
          `By numbers of other methods and libraries, named with each pricer; the run was started by ${startedBy} and calls the operations that callers call.`,
        ],
        [
          'What lies outside?',
          `In use without reference cases: ${names(untested)}. In use with inputs beyond the tested region: ${names(outside)}. Market data, parameters and the choice of a model for a use are not tested.`,
        ],
        [
          'Who must do what?',
          `The owner of a model assigns overlays with an expiry, and answers findings. The validator runs a full validation after each change of version and reviews what is due: ${names([...new Set(reviews.map(({ pricerId }) => pricerId))])}. A change of status needs two people. Users keep to the limits of use below.`,
        ],
      ],
    },
  };
}

/** Materiality, live inputs, reviews that are due, and overlays. */
export function monitoringSections(
  pricerIds: readonly string[],
  { uses, reviews, overlays, challenge, receipts, now }: Monitoring,
): ReportSection[] {
  const subjects = [...new Set([...uses.map(({ pricerId }) => pricerId), ...pricerIds])];
  return [
    {
      title: 'Materiality',
      paragraphs: [
        `Computed from the newest ${receipts} receipts of this tenant. Positions and values are those of the receipts that were read, each value in the currency of its request.`,
        `Tiers: ${TIER_RULE}.`,
      ],
      table: {
        head: ['pricer', 'tier', 'runs', 'read', 'positions', 'value', 'used for'],
        rows: subjects.map((id) => {
          const { runs = 0, read = 0, positions = 0, value = 0, purposes = [] } = uses.find(({ pricerId }) => pricerId === id) ?? {};
          return [id, tierOf(id, uses), String(runs), String(read), String(positions), short(value), purposes.join(', ') || '–'];
        }),
      },
    },
    {
      title: 'Live inputs outside the tested region',
      paragraphs: [
        'Levels of an asset are compared as multiples of its spot. An input without a tested range occurs in no case of the pricer.',
      ],
      table: {
        head: ['pricer', 'input', 'live from', 'live to', 'tested from', 'tested to'],
        rows: uses.flatMap(({ pricerId, outside }) =>
          outside.map(({ input, from, to, tested }) => [
            ...[pricerId, input, short(from), short(to)],
            ...(tested === undefined ? ['–', '–'] : [short(tested.from), short(tested.to)]),
          ]),
        ),
      },
    },
    {
      title: 'Reviews that are due',
      paragraphs: [
        `A pricer is reviewed again when its version rises, when it is used and was never tested, when the last test is older than its tier allows (${Object.entries(
          MAX_VALIDATION_AGE_DAYS,
        )
          .map(([tier, days]) => `${tier} ${days} days`)
          .join(
            ', ',
          )}), while a finding or a drift against a challenger is open, when live inputs leave the tested region, and when an overlay expires.`,
      ],
      table: {
        head: ['pricer', 'tier', 'trigger', 'reason'],
        rows: reviews.map(({ pricerId, tier, trigger, reason }) => [pricerId, tier, trigger.replaceAll('_', ' '), reason]),
      },
    },
    {
      title: 'Challengers',
      paragraphs:
        challenge === undefined
          ? ['No second method has priced requests of this tenant yet: POST /desk/v1/validation/challenges has it done.']
          : [
              `On ${new Date(challenge.createdAt).toISOString()} second methods priced the requests of ${challenge.receipts} receipts; no pair of methods compares ${challenge.unchallenged} of the prices. A difference has drifted where it is above four standard errors and the error bounds of both methods.`,
            ],
      table: {
        head: ['pricer', 'challenger', 'compared', 'drifted', 'largest difference', 'allowed', 'run', 'finding'],
        rows: (challenge?.results ?? []).map(({ pricerId, challengerId, compared, drifted, worst, findingId = '–' }) => [
          ...[pricerId, challengerId, String(compared), String(drifted)],
          ...[short(Math.abs(worst.price - worst.challengerPrice)), short(worst.allowed), worst.runId, findingId],
        ]),
      },
    },
    {
      title: 'Overlays',
      paragraphs: ['Stated adjustments and limitations, each until it expires. The service adds no amount to a number.'],
      table: {
        head: ['pricer', 'kind', 'statement', 'amount', 'owner', 'reason', 'expires', 'in force'],
        rows: overlays.map((overlay) => {
          const { pricerId, kind, statement, adjustment, owner, reason, expiresOn } = overlay;
          const amount = adjustment === undefined ? '–' : `${adjustment.amount} ${adjustment.currency}`;
          return [pricerId, kind, statement, amount, owner, reason, expiresOn, isExpired(overlay, now) ? 'no, expired' : 'yes'];
        }),
      },
    },
  ];
}
