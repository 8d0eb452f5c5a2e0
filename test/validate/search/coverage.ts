/** The operations that compute a number: the search must have a subject for each, and a new one brings its own. */
import { deskOperations } from '#gateway/desk/index';
import { operations } from '#gateway/operations/index';
import type { Subject } from './subject.js';

/** Operations that write, and compute no number: they store what is sent, check it or describe it in words. */
const WITHOUT_NUMBERS: ReadonlySet<string> = new Set([
  ...['putQuotes', 'createCounterparty', 'replaceCounterparty', 'createDraft', 'replaceDraft', 'publishDraft', 'createNettingSet'],
  ...[
    'replaceNettingSet',
    'createSnapshot',
    'putLimit',
    'putCollateralAgreement',
    'createPortfolio',
    'addPosition',
    'bookTrade',
    'amendTrade',
  ],
  ...['createProduct', 'replaceProduct', 'publishProduct', 'retireProduct', 'cloneProduct', 'validateProduct', 'describeProduct'],
  ...['describeContract', 'requestApproval', 'decideApproval', 'startValidationRun'],
]);

/** Ids of the operations whose numbers are searched: those that price, the desk's included, and those that write and are not named above. */
const computing = (): string[] =>
  [...operations, ...deskOperations.filter(({ prices }) => prices !== undefined)]
    .filter(({ id, method, prices }) => prices !== undefined || ((method === 'POST' || method === 'PUT') && !WITHOUT_NUMBERS.has(id)))
    .map(({ id }) => id);

/** Computing operations without a subject. */
export function unsearched(subjects: readonly Subject[]): string[] {
  const searched = new Set(subjects.flatMap((each) => each.operations));
  return computing().filter((id) => !searched.has(id));
}
