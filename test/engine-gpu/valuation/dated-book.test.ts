/** Living trades of a book, each by the pricer that the registry names, against QuantLib. */
import { parse } from '#engine/schemas';
import { bookMarket } from '#engine-gpu/market/book-market';
import { priceWithPricer } from '#engine-gpu/pricers/registry';
import { type InstrumentTypeName, pricingPlan } from '#engine-gpu/valuation/instrument-types';
import { closeTo, table } from '#test/reference/table';

interface DatedPosition {
  readonly position: { readonly type: InstrumentTypeName };
  readonly market: { readonly valuationDate: string };
}

table<DatedPosition, { readonly price: number }>('dated_book', async ({ inputs, expected, tolerance }) => {
  const market = parse(bookMarket, inputs.market);
  const { valuationDate } = inputs.market;
  const plan = pricingPlan(inputs.position.type, inputs.position as unknown as Readonly<Record<string, unknown>>, {
    market,
    valuationDate,
  });
  if (!('pricerId' in plan)) throw new Error('no pricer prices it');
  const { pricerId, instrument, market: ofPricer } = plan;
  const tools = { run: () => Promise.reject(new Error('closed forms do not simulate')) };
  const { result } = await priceWithPricer({ pricerId, instrument, market: ofPricer, today: valuationDate }, tools);
  closeTo(result.price, expected.price, tolerance);
});
