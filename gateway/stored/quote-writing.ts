/** Quotes written to the store, each alone, in parts between which others are served. */
import type { Fault } from '#proto/failure';
import { quotes } from '#services/resources/quote';
import { HttpFailure, httpFailure } from '../contract/errors.js';
import type { Dependencies, OperationCall } from '../contract/operation.js';

/** Quotes of one call to the reference service: some 0.3 s of processor time on the embedded store. */
const QUOTES_PER_CALL = 5_000;

export const WRITTEN = ['inserted', 'updated', 'unchanged'] as const;
type Written = (typeof WRITTEN)[number];

/** The outcome of one quote. */
interface QuoteWriting {
  /** Absent where it was refused. */
  readonly written?: Written;
  readonly faults: readonly Fault[];
}

export const countsOf = (writings: readonly QuoteWriting[]): Readonly<Record<Written, number>> => {
  const counts = { inserted: 0, updated: 0, unchanged: 0 };
  for (const { written } of writings) if (written !== undefined) counts[written] += 1;
  return counts;
};

/**
 * @param list QuoteFields; one that is refused is left out alone
 * @throws HttpFailure that says how many were written before it
 */
export async function writeQuotes(
  list: readonly unknown[],
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<QuoteWriting[]> {
  const writings: QuoteWriting[] = [];
  while (writings.length < list.length) {
    const part = list.slice(writings.length, writings.length + QUOTES_PER_CALL);
    const request = { collection: quotes.collection, documentsJson: JSON.stringify(part) };
    const { outcomes } = await documents.upsertDocuments(request, call).catch((error) => {
      throw writings.length === 0 ? error : brokenOff(error, writings);
    });
    for (const { outcome, faults } of outcomes) {
      const written = WRITTEN.find((each) => each === outcome);
      writings.push({ ...(written !== undefined && { written }), faults });
    }
  }
  return writings;
}

/** The failure of an upload of which the first quotes are written: a caller who sends it again need not send those. */
function brokenOff(error: unknown, writings: readonly QuoteWriting[]): HttpFailure {
  const { code, message, faults, headers } = httpFailure(error);
  const counts = countsOf(writings);
  const parts = WRITTEN.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
  return new HttpFailure(
    code,
    `${message}; the first ${writings.length} quotes are done (${parts}), of the others some may be`,
    faults,
    headers,
  );
}
