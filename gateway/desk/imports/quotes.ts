/** Quotes from a file. Each is written or refused alone. */
import { z } from 'zod';
import { failedItem, faultsOf, parsedWith } from '#engine/schemas';
import { quoteFields } from '#services/resources/quote';
import { invalidRequests } from '../../contract/errors.js';
import { itemError } from '../../contract/failed-item.js';
import { operation } from '../../contract/operation.js';
import { countsOf, WRITTEN, writeQuotes } from '../../stored/quote-writing.js';
import { CSV_TYPE, type FileLine, JSON_LINES_TYPE, linesOf, MAX_LINES, TRUE_OR_FALSE } from './lines.js';

const FILE_BYTES = 4 * 1024 * 1024;
/** Columns whose cells are texts, also where they look like numbers. */
const TEXT_COLUMNS = ['symbol', 'asOf', 'kind', 'currency', 'source'];

const outcome = z
  .object({
    line: z.int().min(1).meta({ description: 'Of the file; the header of a CSV file is line 1' }),
    outcome: z.enum([...WRITTEN, 'valid', 'refused']).meta({ description: 'valid: not written, because of dryRun' }),
    error: failedItem.shape.error.optional(),
  })
  .meta({ id: 'QuoteImportLine', description: 'The outcome of one line; pointers of faults begin at its quote' });

type Outcome = z.infer<typeof outcome>;

function refusalOf({ value, faults }: FileLine) {
  if (faults !== undefined) return itemError(invalidRequests(faults));
  const parsed = parsedWith(quoteFields, value);
  return parsed.success ? undefined : itemError(invalidRequests(faultsOf(parsed.error, value)));
}

export const quoteImport = [
  operation({
    tag: 'Imports',
    scope: 'price',
    costClass: 'batch',
    id: 'importQuotes',
    method: 'POST',
    path: '/desk/v1/market/import',
    summary: 'Write the quotes of a file',
    description:
      'A CSV file (RFC 4180) with the columns symbol, value, asOf, kind, currency and source, or JSON lines, each a QuoteFields. A quote is identified by its symbol and time; each is written or refused alone, and the same file again changes nothing.',
    bodyLimit: FILE_BYTES,
    consumes: [CSV_TYPE, JSON_LINES_TYPE],
    headers: z.object({ 'content-type': z.string().meta({ description: 'The form of the file' }) }),
    query: z.strictObject({ dryRun: TRUE_OR_FALSE.meta({ description: 'Checks every line and writes nothing' }) }),
    request: z.string().meta({ id: 'QuoteFile', description: `The file, of at most ${MAX_LINES} lines` }),
    exampleText: 'symbol,value,asOf,kind,currency,source\r\nEUR/USD,1.0842,2026-03-02T17:00:00Z,fx,USD,desk\r\n',
    response: z
      .object({
        lines: z.array(outcome),
        summary: z.object({ lines: z.int(), inserted: z.int(), updated: z.int(), unchanged: z.int(), valid: z.int(), refused: z.int() }),
      })
      .meta({ id: 'QuoteImport' }),
    failures: ['SVC-LIMIT-003'],
    handle: async ({ body, headers, query, call }, { documents }) => {
      const read = linesOf(body, headers['content-type'], (column) => column, TEXT_COLUMNS).map((each) => ({
        ...each,
        refusal: refusalOf(each),
      }));
      const whole = read.filter(({ refusal }) => refusal === undefined);
      const writings =
        query.dryRun === 'true'
          ? []
          : await writeQuotes(
              whole.map(({ value }) => value),
              call,
              documents,
            );
      let next = 0;
      const lines = read.map(({ line, refusal }): Outcome => {
        if (refusal !== undefined) return { line, outcome: 'refused', ...refusal };
        const writing = writings[next++];
        if (writing === undefined) return { line, outcome: 'valid' };
        const { written, faults } = writing;
        return written === undefined ? { line, outcome: 'refused', ...itemError(invalidRequests(faults)) } : { line, outcome: written };
      });
      const count = (name: Outcome['outcome']): number => lines.filter((each) => each.outcome === name).length;
      return { data: { lines, summary: { lines: lines.length, ...countsOf(writings), valid: count('valid'), refused: count('refused') } } };
    },
  }),
];
