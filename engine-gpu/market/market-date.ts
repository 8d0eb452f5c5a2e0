/** The fields of a request that state a market. */
const MARKET_FIELDS = ['market', 'marketStart', 'marketEnd'] as const;

interface Dated {
  readonly valuationDate?: string | undefined;
}

/**
 * The date of the market data of a request, which is the manifest's `marketDataAsOf`: the oldest of its own valuation date and those of its markets.
 *
 * @param today ISO date: that of a market that states none, and of a request whose instruments carry their market themselves
 * @returns ISO date
 */
export function marketDate(request: object, today: string): string {
  const markets = MARKET_FIELDS.flatMap((field) => (request as Readonly<Partial<Record<string, Dated>>>)[field] ?? []);
  const dates = [(request as Dated).valuationDate ?? [], ...markets.map(({ valuationDate }) => valuationDate ?? today)].flat();
  return dates.length === 0 ? today : dates.reduce((oldest, date) => (date < oldest ? date : oldest));
}
