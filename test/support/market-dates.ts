/** The markets of a request and their dates, found without the code of the product. */

const MARKETS = ['market', 'marketStart', 'marketEnd'];

type Fields = Readonly<Record<string, unknown>>;

/** Every market of a request, those of the instruments in its lists included. */
export function marketsIn(request: unknown): Fields[] {
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request).flatMap(([field, value]) =>
    MARKETS.includes(field) && typeof value === 'object' ? [value as Fields] : marketsIn(value),
  );
}

/** The request with a valuation date in each of its markets. */
export function datedRequest(request: unknown, valuationDate: string): unknown {
  if (typeof request !== 'object' || request === null) return request;
  if (Array.isArray(request)) return request.map((entry) => datedRequest(entry, valuationDate));
  return Object.fromEntries(
    Object.entries(request).map(([field, value]) => [
      field,
      MARKETS.includes(field) && typeof value === 'object' ? { ...value, valuationDate } : datedRequest(value, valuationDate),
    ]),
  );
}

/** The oldest of the request's own date and those of its markets. @param today that of a market without one, and of a request without any */
export function oldestDate(request: unknown, today: string): string {
  const { valuationDate } = request as Fields;
  const dates = marketsIn(request).map((market) => (market.valuationDate as string | undefined) ?? today);
  return [...dates, ...(typeof valuationDate === 'string' ? [valuationDate] : [])].sort().at(0) ?? today;
}
