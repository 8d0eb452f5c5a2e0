/** The triggers of a re-review of a pricer, and the overlays in force: what supervisors call ongoing monitoring. */
import type { ModelOverlay } from '#services/resources/model-overlay';
import type { ValidationFinding } from '#services/resources/validation-finding';
import type { ValidationRun } from '#services/resources/validation-run';
import { type LiveUse, type MaterialityTier, tierOf } from './live-use.js';
import type { Subject } from './subjects.js';

const reviewTriggers = ['never_validated', 'version', 'age', 'finding', 'drift', 'outside_region', 'overlay_expired'] as const;

export interface ReviewDue {
  readonly pricerId: string;
  readonly tier: MaterialityTier;
  readonly trigger: (typeof reviewTriggers)[number];
  readonly reason: string;
}

/** Days after which a pricer is validated again, by its materiality. */
export const MAX_VALIDATION_AGE_DAYS: Readonly<Record<MaterialityTier, number>> = { high: 90, medium: 180, low: 365, unused: 730 };

const MS_PER_DAY = 86_400_000;

interface ReviewInputs {
  readonly subjects: readonly Subject[];
  /** Runs that succeeded, newest first. */
  readonly runs: readonly ValidationRun[];
  readonly uses: readonly LiveUse[];
  readonly findings: readonly ValidationFinding[];
  readonly overlays: readonly ModelOverlay[];
  readonly now: number;
}

/** True from the day on which it expires. */
export const isExpired = ({ expiresOn }: ModelOverlay, now: number): boolean => now >= Date.parse(expiresOn);

/** The reasons for which pricers are to be reviewed again, in the order of the subjects. */
export const reviewsDue = ({ subjects, runs, uses, findings, overlays, now }: ReviewInputs): ReviewDue[] =>
  subjects.flatMap(({ id, fingerprint, version }) => {
    const tier = tierOf(id, uses);
    const due = (trigger: ReviewDue['trigger'], reason: string): ReviewDue => ({ pricerId: id, tier, trigger, reason });
    const latest = runs.flatMap((run) => run.results.filter(({ pricerId }) => pricerId === id).map((result) => ({ run, result })))[0];
    const open = findings.filter(({ pricerId, state }) => pricerId === id && state === 'open');
    const outside = uses.find(({ pricerId }) => pricerId === id)?.outside ?? [];
    const days = latest && (now - latest.run.createdAt) / MS_PER_DAY;
    const limit = MAX_VALIDATION_AGE_DAYS[tier];
    return [
      ...(latest === undefined && tier !== 'unused'
        ? [due('never_validated', 'It is used, and no validation run of this tenant has tested it.')]
        : []),
      ...(latest !== undefined && latest.result.fingerprint !== fingerprint
        ? [
            due(
              'version',
              `Version ${version} is in force, and version ${latest.result.pricerVersion} was tested last, in ${latest.run.id}.`,
            ),
          ]
        : []),
      ...(days !== undefined && days > limit
        ? [due('age', `It was tested ${Math.floor(days)} days ago; ${limit} are allowed at this materiality.`)]
        : []),
      ...open.map(({ source, statement, severity, id: findingId }) =>
        due(source === 'challenger' ? 'drift' : 'finding', `Open finding ${findingId} (${severity}): ${statement}`),
      ),
      ...(outside.length > 0
        ? [due('outside_region', `Live inputs lie outside the tested region: ${outside.map(({ input }) => input).join(', ')}.`)]
        : []),
      ...overlays
        .filter((overlay) => overlay.pricerId === id && isExpired(overlay, now))
        .map(({ id: overlayId, owner, expiresOn }) => due('overlay_expired', `Overlay ${overlayId} of ${owner} expired on ${expiresOn}.`)),
    ];
  });
