import { expect } from 'chai';
import { marketDate } from '#engine/schemas';

const TODAY = '2026-03-10';

describe('the date of the market data of a request', () => {
  it('is the valuation date of its market, before or after today', () => {
    for (const valuationDate of ['2025-06-30', '2027-01-04'])
      expect(marketDate({ market: { valuationDate } }, TODAY)).to.equal(valuationDate);
  });

  it('is today for a market without a date, and for a request without a market', () => {
    expect(marketDate({ market: { spot: 100 } }, TODAY)).to.equal(TODAY);
    expect(marketDate({ spot: 100 }, TODAY)).to.equal(TODAY);
  });

  it('is the older date of two markets', () => {
    const [marketStart, marketEnd] = [{ valuationDate: '2026-03-02' }, { valuationDate: '2026-03-03' }];
    expect(marketDate({ marketStart, marketEnd }, TODAY)).to.equal('2026-03-02');
    expect(marketDate({ marketStart: marketEnd, marketEnd: marketStart }, TODAY)).to.equal('2026-03-02');
    expect(marketDate({ marketStart: {}, marketEnd: { valuationDate: '2026-04-01' } }, TODAY)).to.equal(TODAY);
  });
});
