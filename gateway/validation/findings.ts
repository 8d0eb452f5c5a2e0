/** What a reader of a validation report should look at first. */
import { NORMAL_COVERAGE, percent } from './coverage.js';
import type { PricerReport, ReportedCase } from './report.js';

/** From this share of its tolerance on, the error of a case that passed is named. */
const NEAR_TOLERANCE = 0.9;

/** A sentence names at most so many cases. */
const MAX_NAMED = 5;

function namesOf(cases: readonly ReportedCase[]): string {
  const named = cases.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = cases.length > MAX_NAMED ? ` and ${cases.length - MAX_NAMED} more` : '';
  return `${named.join(', ')}${more}`;
}

/** One sentence per fact: what failed, what came near failing, error bars that are too small, and what was not looked at. */
export const findingsOf = (pricers: readonly PricerReport[]): string[] =>
  pricers.flatMap(({ pricerId, cases, current, coverage, notRun }) => {
    const failed = cases.filter(({ passed }) => !passed);
    const near = cases.filter(({ passed, ratio }) => passed && ratio !== null && ratio >= NEAR_TOLERANCE);
    const small = (coverage?.within ?? []).flatMap((share, index) =>
      coverage !== undefined && share < coverage.expected[index][0] ? [{ share, index }] : [],
    );
    return [
      ...(failed.length > 0 ? [`${pricerId}: ${failed.length} of ${cases.length} cases failed: ${namesOf(failed)}.`] : []),
      ...(near.length > 0 ? [`${pricerId}: the error is above ${100 * NEAR_TOLERANCE} % of its tolerance in ${namesOf(near)}.`] : []),
      ...small.map(
        ({ share, index }) =>
          `${pricerId}: the error bars are too small: ${percent(share)} of the errors are within ${index + 1} standard error${index > 0 ? 's' : ''}, where ${percent(NORMAL_COVERAGE[index])} are expected.`,
      ),
      ...(current ? [] : [`${pricerId} has another version than the one that was tested: test it again.`]),
      ...(cases.length === 0 ? [`${pricerId}: no case was run.`] : []),
      ...(notRun > 0
        ? [`${pricerId}: ${notRun} of its ${cases.length + notRun} cases not run; a full run has those that need a simulation or a grid.`]
        : []),
    ];
  });
