import { expect } from 'chai';
import { quoteFields, quoteId, quoteSeries, quoteSymbol, quotes } from '#services/resources/quote';

describe('the symbol of a quote', () => {
  it('may be a name as vendors and exchanges write them', () => {
    for (const symbol of ['EUR/USD', '^GSPC', '.SPX', 'AAPL US Equity', 'BRK.B', 'ES=F', 'USD_SOFR-3M', 'M&M', 'S&P 500 (TR)', 'C#', 'a'])
      expect(quoteSymbol.safeParse(symbol).success, symbol).to.equal(true);
  });

  it('has a letter or digit before its first space, no character outside its alphabet, and spaces only between others', () => {
    for (const symbol of [
      '',
      '.',
      '..',
      '/',
      '^ A',
      ' A',
      'A ',
      'A  B',
      'A@B',
      'A\nB',
      'Ä',
      'A%B',
      'A?B',
      'A"B',
      'A\\B',
      'A<B',
      'x'.repeat(65),
    ])
      expect(quoteSymbol.safeParse(symbol).success, symbol).to.equal(false);
  });
});

describe('the id of a quote', () => {
  const idOf = (symbol: string, asOf: string) => quotes.naturalId?.(quoteFields.parse({ symbol, asOf, value: 1, kind: 'spot' }));

  it('is one however its time is written', () => {
    const id = 'A@2026-03-02T17:00:00.000Z';
    for (const asOf of ['2026-03-02T17:00:00Z', '2026-03-02T17:00:00.0Z', '2026-03-02T17:00:00.000Z', '2026-03-02T17:00:00.0004Z'])
      expect(idOf('A', asOf), asOf).to.equal(id);
    expect(quoteId('A', '2026-03-02T17:00:00.000Z')).to.equal(id);
  });

  it('stands with the others of its symbol in the order of time, and with no other symbol’s', () => {
    const times = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'];
    const ids = times.map((asOf) => idOf('EUR', asOf) as string);
    expect([...ids].sort()).to.deep.equal(ids);
    for (const other of ['EURO', 'EUR/USD', 'EU', 'EUR X'])
      expect((idOf(other, times[0]!) as string).startsWith(quoteSeries('EUR'))).to.equal(false);
  });

  it('needs a time in UTC', () => {
    for (const asOf of ['2026-03-02', '2026-03-02T17:00:00', '2026-03-02T17:00:00+01:00', '2026-02-30T17:00:00Z', 'now'])
      expect(quoteFields.safeParse({ symbol: 'A', asOf, value: 1, kind: 'spot' }).success, asOf).to.equal(false);
  });
});
