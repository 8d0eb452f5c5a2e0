/** Trades from a file. All lines are checked before one is booked. */
import { v5 as uuid } from 'uuid';
import { z } from 'zod';
import { failedItem, faultsOf, parsedWith } from '#engine/schemas';
import { type TradeFields, tradeFields, trades } from '#services/resources/trade';
import { invalidRequests } from '../../contract/errors.js';
import { itemError } from '../../contract/failed-item.js';
import { inTurns } from '../../contract/in-turns.js';
import { operation } from '../../contract/operation.js';
import { bookedFields, bookingRefusals } from '../../stored/booking.js';
import { CSV_TYPE, type FileLine, JSON_LINES_TYPE, linesOf, MAX_LINES, TRUE_OR_FALSE } from './lines.js';

const FILE_LIMIT = 16 * 1024 * 1024;
/** Trades that are booked at the same time. */
const BOOKED_AT_ONCE = 16;
/** Columns that are fields of the trade; every other is one of its terms. */
const TRADE_COLUMNS = ['tradeDate', 'counterpartyId', 'nettingSetId', 'portfolioId', 'tags'];
const TAG_SEPARATOR = ';';

const outcome = z
  .object({
    line: z.int().min(1).meta({ description: 'Of the file; the header of a CSV file is line 1' }),
    outcome: z.enum(['booked', 'valid', 'refused', 'failed']).meta({
      description:
        'valid: not booked, because of dryRun or of other lines; refused: the line is wrong; failed: the line is right, and could not be written',
    }),
    id: z.string().optional().meta({ description: 'Id of the booked trade' }),
    error: failedItem.shape.error.optional(),
  })
  .meta({ id: 'TradeImportLine', description: 'The outcome of one line; pointers of faults begin at its trade' });

type Outcome = z.infer<typeof outcome>;

/** A line with its trade, or with the reason why it has none. */
type Read = { readonly line: number } & ({ readonly trade: TradeFields } | { readonly error: NonNullable<Outcome['error']> });

function readLine({ line, value, faults }: FileLine): Read {
  if (faults !== undefined) return { line, ...itemError(invalidRequests(faults)) };
  const parsed = parsedWith(tradeFields, withTags(value));
  return parsed.success ? { line, trade: parsed.data } : { line, ...itemError(invalidRequests(faultsOf(parsed.error, value))) };
}

/** A cell has the tags as one text. */
const withTags = (value: unknown): unknown => {
  const { tags } = (value ?? {}) as { readonly tags?: unknown };
  return typeof tags === 'string' ? { ...(value as object), tags: tags.split(TAG_SEPARATOR).map((tag) => tag.trim()) } : value;
};

export const tradeImport = [
  operation({
    tag: 'Imports',
    scope: 'portfolio',
    costClass: 'batch',
    id: 'importTrades',
    method: 'POST',
    path: '/desk/v1/trades/import',
    summary: 'Book the trades of a file',
    description: `A CSV file (RFC 4180) with the columns tradeDate, counterpartyId, nettingSetId, portfolioId and tags (several with ${TAG_SEPARATOR} between them), and the fields of the terms by their names, those within others with dots (\`receive.index\`, \`notionalSchedule.0.date\`); an empty cell is an absent field. Or JSON lines, each a TradeFields. All lines are checked first: where one is refused none is booked, unless \`partial\`. The same file under the same Idempotency-Key books no trade twice.`,
    bodyLimit: FILE_LIMIT,
    consumes: [CSV_TYPE, JSON_LINES_TYPE],
    headers: z.object({ 'content-type': z.string().meta({ description: 'The form of the file' }) }),
    query: z.strictObject({
      dryRun: TRUE_OR_FALSE.meta({ description: 'Checks every line and books nothing' }),
      partial: TRUE_OR_FALSE.meta({ description: 'Books the lines that are right, also where others are refused' }),
    }),
    request: z.string().meta({ id: 'TradeFile', description: `The file, of at most ${MAX_LINES} lines` }),
    exampleText:
      'tradeDate,tags,type,currency,notional,side,fixedRate,startDate,tenor,index,calendar\r\n2026-03-02,macro,interest_rate_swap,EUR,5000000,payer,0.025,2026-03-04,7Y,EURIBOR-6M,TARGET\r\n',
    response: z
      .object({
        lines: z.array(outcome),
        summary: z.object({ lines: z.int(), booked: z.int(), valid: z.int(), refused: z.int(), failed: z.int() }),
      })
      .meta({ id: 'TradeImport' }),
    failures: ['SVC-LIMIT-003'],
    handle: async ({ body, headers, query, call }, { documents }) => {
      const place = (column: string): string => (TRADE_COLUMNS.includes(column) ? column : `terms.${column}`);
      const read = linesOf(body, headers['content-type'], place, TRADE_COLUMNS).map(readLine);
      const whole = read.filter((each) => 'trade' in each);
      const refusals = await bookingRefusals(
        whole.map(({ trade }) => ({ trade, isNew: true })),
        call,
        documents,
      );
      const refused = new Map<number, NonNullable<Outcome['error']>>();
      for (const each of read) if ('error' in each) refused.set(each.line, each.error);
      for (const [index, refusal] of refusals.entries())
        if (refusal !== undefined) refused.set(whole[index]?.line ?? 0, itemError(refusal).error);
      const books = query.dryRun === 'false' && (refused.size === 0 || query.partial === 'true');
      const lines = await inTurns(read, BOOKED_AT_ONCE, async (each): Promise<Outcome> => {
        const { line } = each;
        const error = refused.get(line);
        if (error !== undefined || 'error' in each) return { line, outcome: 'refused', ...(error && { error }) };
        if (!books) return { line, outcome: 'valid' };
        // The same line of the same request is the same trade.
        const requestId = uuid(`trade/${line}`, call.requestId);
        const fieldsJson = bookedFields(each.trade, 'booked');
        return documents.createDocument({ collection: trades.collection, fieldsJson, requestId }, call).then(
          ({ id }) => ({ line, outcome: 'booked', id }) as const,
          (cause: unknown) => ({ line, outcome: 'failed', ...itemError(cause) }) as const,
        );
      });
      const count = (name: Outcome['outcome']): number => lines.filter((each) => each.outcome === name).length;
      const summary = {
        ...{ lines: lines.length, booked: count('booked'), valid: count('valid') },
        ...{ refused: count('refused'), failed: count('failed') },
      };
      return { data: { lines, summary } };
    },
  }),
];
