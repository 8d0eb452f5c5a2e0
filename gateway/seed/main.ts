/**
 * `npm run seed`: gives a tenant the data of a demonstration, so that every operation has something to work on. The data are always the same
 * but for their dates, which are those of the day.
 *
 *   API_KEY=svc_… npm run seed [-- URL]
 */
import { defined } from '#services/runtime/defined';
import { bookings, counterparties, desks, portfolioRequests, positionRequests, productRequests } from './book.js';
import { client, each } from './client.js';
import { correlationRequest, currencies, curveRequests, quoteRequests, surfaceRequests } from './market.js';

const url = process.argv[2] ?? 'http://localhost:8080';
const key = process.env.API_KEY;
if (key === undefined) {
  process.stderr.write('API_KEY is required: the key of the tenant that gets the data, with the scopes price, portfolio and xva\n');
  process.exit(1);
}

const { send } = client(url, key);
const today = new Date().toISOString().slice(0, 10);
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
/** Today, and the same day of each week of the quarter before. */
const snapshotDays = Array.from({ length: 14 }, (_, weeks) => daysAgo(7 * weeks));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
/** Names of requests that are the same when the data are sent again on the same day. */
const named = (kind: string, index: number): string => `${today}/${kind}/${index}`;

async function seed(): Promise<void> {
  const curves = await each(
    snapshotDays.flatMap((day, weeks) => curveRequests(day, weeks)),
    (body, index) => send('POST', '/api/v1/market-data/curves', body, named('curve', index)),
  );
  const curveIds = Object.fromEntries(currencies.map((currency, index) => [currency, defined(curves[index], 'a curve').id]));
  const quotes = quoteRequests(today, snapshotDays);
  await send('POST', '/api/v1/market-data/quotes', { quotes });
  const surfaces = await each(surfaceRequests(today, curveIds), (body, index) =>
    send('POST', '/api/v1/market-data/surfaces', body, named('surface', index)),
  );
  await send('POST', '/api/v1/market-data/correlations', correlationRequest, named('correlation', 0));
  const [snapshot, former] = await each(snapshotDays, (asOf, index) =>
    send('POST', '/api/v1/market-data/snapshots', { name: `Close of ${asOf}`, asOf }, named('snapshot', index)),
  );
  say(
    `${curves.length} curves of ${currencies.length} currencies, ${quotes.length} quotes, ${surfaces.length} surfaces and a correlation matrix, and a snapshot a week for a quarter`,
  );

  const parties = counterparties(today);
  const sets = await each(parties, async ({ fields, creditCurve, nettingSet, collateral, limit }, index) => {
    const { id: counterpartyId } = await send('POST', '/api/v1/counterparties', fields, named('counterparty', index));
    const path = `/api/v1/counterparties/${counterpartyId}`;
    await send('PUT', `${path}/credit-curve`, creditCurve);
    await send('PUT', `${path}/limit`, limit);
    const { id: nettingSetId } = await send('POST', `${path}/netting-sets`, nettingSet, named('netting-set', index));
    if (collateral !== undefined) await send('PUT', `${path}/netting-sets/${nettingSetId}/csa`, collateral);
    return { counterpartyId, nettingSetId };
  });
  const books = await each(Object.entries(desks), async ([desk, body]) => {
    const { id } = await send('POST', '/api/v1/portfolios', body, `${today}/desk/${desk}`);
    return [desk, id] as const;
  });
  const portfolioIds: Readonly<Record<string, string>> = Object.fromEntries(books);
  const trades = await each(bookings(daysAgo), async ({ counterparty, desk, tradeDate, terms, change }, index) => {
    const booked = { tradeDate, ...sets[counterparty], portfolioId: portfolioIds[desk], tags: [desk], terms };
    const { id } = await send('POST', '/api/v1/trades', booked, named('trade', index));
    if (change === undefined) return id;
    const path = `/api/v1/trades/${id}`;
    const { version, status } = await send('GET', path);
    if (status !== 'booked') return id;
    if (change === 'cancelled') await send('DELETE', path, undefined, undefined, version);
    else await send('PUT', path, { ...booked, terms: change }, undefined, version);
    return id;
  });
  say(`${parties.length} counterparties with credit curves, limits and netting sets, ${trades.length} trades`);

  const portfolios = await each(portfolioRequests, (body, index) => send('POST', '/api/v1/portfolios', body, named('portfolio', index)));
  const options = defined(portfolios[0], 'a portfolio');
  await each(positionRequests(), (body, index) =>
    send('POST', `/api/v1/portfolios/${options.id}/positions`, body, named('position', index)),
  );
  const products = await each(productRequests(today), async ({ fields, publish }, index) => {
    const product = await send('POST', '/api/v1/products', fields, named('product', index));
    if (publish) await send('POST', `/api/v1/products/${product.id}/publish`, {}, named('publish', index));
    return product;
  });
  say(`${portfolios.length + books.length} portfolios, ${products.length} products`);

  say(`\nValue at risk of the portfolio “Index options”:\n
  curl -s ${url}/api/v1/portfolio/var -H "X-API-Key: $API_KEY" -H 'Content-Type: application/json' \\
    -d '{"portfolioId":"${options.id}","confidence":0.99,"horizonDays":10}'

Value of the portfolio “Rates desk” in the market of the snapshot:\n
  curl -s ${url}/api/v1/portfolio/price -H "X-API-Key: $API_KEY" -H 'Content-Type: application/json' \\
    -d '{"portfolioId":"${portfolioIds.rates}","snapshotId":"${snapshot?.id}","reportingCurrency":"EUR"}'

Its value at risk under the days of the last year:\n
  curl -s ${url}/api/v1/risk/var/historical -H "X-API-Key: $API_KEY" -H 'Content-Type: application/json' \\
    -d '{"portfolioId":"${portfolioIds.rates}","snapshotId":"${snapshot?.id}","reportingCurrency":"EUR",
         "history":{"symbols":{"fx:EURUSD":"EURUSD","rate:EUR":"ESTR","rate:USD":"SOFR","rate:GBP":"SONIA","rate:JPY":"TONA"}}}'

A night of the desks: value, sensitivities and stress of each, with one total (GET /desk/v1/runs/{id} has it):\n
  curl -s ${url}/desk/v1/runs -H "X-API-Key: $API_KEY" -H 'Content-Type: application/json' \\
    -d '{"portfolioIds":${JSON.stringify(Object.values(portfolioIds))},"snapshotId":"${snapshot?.id}","reportingCurrency":"EUR",
         "measures":["value","sensitivities","stress"],"settings":{"stress":{"scenarios":[{"name":"2008"}]}}}'

What its value changed by within a week, and why:\n
  curl -s ${url}/api/v1/portfolio/explain -H "X-API-Key: $API_KEY" -H 'Content-Type: application/json' \\
    -d '{"portfolioId":"${portfolioIds.rates}","from":{"snapshotId":"${former?.id}"},"to":{"snapshotId":"${snapshot?.id}"},"reportingCurrency":"EUR"}'\n`);
}

await seed().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
