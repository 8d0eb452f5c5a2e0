/** Files of trades and quotes, as people keep them, booked line by line. */
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, post, send } from '../support/http.js';
import { type Caller, onEachServiceByTwo } from '../support/service.js';

const HEADER = 'tradeDate,portfolioId,tags,type,currency,notional,side,fixedRate,maturity,fixedFrequency,floatingFrequency';
const SWAP = '2026-03-02,,macro;rates,interest_rate_swap,USD,1000000,payer,0.03,5,1,2';

onEachServiceByTwo('imports', (service, other) => {
  const importing = (
    kind: 'trades' | 'market',
    text: string,
    query = '',
    headers: Record<string, string> = {},
    caller: Caller = service,
  ): Promise<Answer> =>
    send(caller, 'POST', `/desk/v1/${kind}/import${query}`, { raw: text, headers: { 'Content-Type': 'text/csv', ...headers } });
  const booked = async (text: string, query = '', headers: Record<string, string> = {}): Promise<Body> =>
    expectSuccess(await importing('trades', text, query, headers));

  it('book the trades of a CSV file, as bookTrade books them', async () => {
    const { id: portfolioId } = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Imported' }), 201);
    const basis =
      'tradeDate,portfolioId,type,currency,notional,tenor,receive.index,receive.frequency,pay.index,pay.frequency,pay.spread\r\n' +
      `2026-03-02,${portfolioId},basis_swap,EUR,5e6,7Y,EURIBOR-3M,4,EURIBOR-6M,2,-0.0005\r\n`;
    for (const file of [`\uFEFF${HEADER}\n${SWAP.replace(',,', `,${portfolioId},`)}\n\n`, basis]) {
      const { lines, summary } = await booked(file);
      expect(summary).to.deep.equal({ lines: 1, booked: 1, valid: 0, refused: 0, failed: 0 });
      const stored = expectSuccess(await get(service, `/api/v1/trades/${lines[0].id}`));
      const { tradeDate, tags, terms } = stored;
      const alone = expectSuccess(await post(service, '/api/v1/trades', { tradeDate, portfolioId, ...(tags && { tags }), terms }), 201);
      expect(stored.terms).to.deep.equal(alone.terms);
      expect(stored).to.deep.include({ portfolioId, currencies: alone.currencies, maturityDate: alone.maturityDate });
    }
    const { items } = expectSuccess(await get(service, `/api/v1/trades?portfolioId=${portfolioId}`));
    expect(items).to.have.length(4);
    expect(items.filter(({ tags }: Body) => tags?.join() === 'macro,rates')).to.have.length(2);
  });

  it('take JSON lines, and cells that are quoted, lists or texts that look like numbers', async () => {
    const terms = {
      type: 'interest_rate_swap',
      currency: 'USD',
      notional: 1e6,
      side: 'payer',
      fixedRate: 0.03,
      maturity: 5,
      fixedFrequency: 1,
      floatingFrequency: 2,
    };
    const text = `${JSON.stringify({ tradeDate: '2026-03-02', tags: ['a'], terms })}\n\n{"tradeDate":\n`;
    const { lines } = expectSuccess(
      await importing('trades', text, '?partial=true', { 'Content-Type': 'application/x-ndjson; charset=utf-8' }),
    );
    expect(lines).to.have.length(2);
    expect(lines[0]).to.deep.include({ line: 1, outcome: 'booked' });
    expect(lines[1])
      .to.deep.include({ line: 3, outcome: 'refused' })
      .and.have.nested.property('error.message')
      .that.matches(/not valid JSON/);

    const stepped = `${HEADER.replace('notional', 'notionalSchedule').replace(',maturity,', ',startDate,maturity,')}\n${SWAP.replace('1000000', '"[{""date"":""2026-03-04"",""notional"":2e6},{""date"":""2028-03-04"",""notional"":1e6}]"').replace('macro;rates', '2026').replace(',5,1,2', ',2026-03-04,2031-03-04,1,2')}\n`;
    const [line] = (await booked(stepped)).lines;
    const trade = expectSuccess(await get(service, `/api/v1/trades/${line.id}`));
    expect(trade.tags).to.deep.equal(['2026']);
    expect(trade.terms.notionalSchedule).to.deep.equal([
      { date: '2026-03-04', notional: 2e6 },
      { date: '2028-03-04', notional: 1e6 },
    ]);
  });

  it('book nothing where a line is wrong, and say of each what is wrong', async () => {
    const text = [
      HEADER,
      SWAP,
      SWAP.replace('payer', 'payor'),
      SWAP.replace(',,', ',pfl_nobody,'),
      `${SWAP},1`,
      SWAP.replace('0.03', ''),
      SWAP.replace('2026-03-02', '2 March'),
    ].join('\n');
    const former = expectSuccess(await get(service, '/api/v1/trades?limit=500')).items.length;
    const { lines, summary } = await booked(text);
    expect(summary).to.deep.equal({ lines: 6, booked: 0, valid: 1, refused: 5, failed: 0 });
    expect(lines.map(({ line, outcome, error }: Body) => [line, outcome, error?.details?.[0]?.pointer])).to.deep.equal([
      [2, 'valid', undefined],
      [3, 'refused', '/terms/side'],
      [4, 'refused', '/portfolioId'],
      [5, 'refused', ''],
      [6, 'refused', '/terms/fixedRate'],
      [7, 'refused', '/tradeDate'],
    ]);
    expect(lines[3].error.message).to.match(/has 12 cells, and the header has 11/);
    expect(expectSuccess(await get(service, '/api/v1/trades?limit=500')).items).to.have.length(former);
    expect((await booked(text, '?partial=true')).summary).to.deep.include({ booked: 1, refused: 5 });
    expect((await booked(`${HEADER}\n${SWAP}`, '?dryRun=true')).summary).to.deep.include({ booked: 0, valid: 1 });
    expect(expectSuccess(await get(service, '/api/v1/trades?limit=500')).items).to.have.length(former + 1);
  });

  it('book no trade twice under one Idempotency-Key', async () => {
    const text = `${HEADER}\n${SWAP}\n${SWAP}`;
    const key = { 'Idempotency-Key': 'an-import' };
    const [first, again] = [await booked(text, '', key), await booked(text, '', key)];
    expect(again).to.deep.equal(first);
    expect(first.lines[0].id).not.to.equal(first.lines[1].id);
    expectFailure(await importing('trades', `${text}\n${SWAP}`, '', key), 'SVC-RES-005');
  });

  it('refuse what is no such file', async () => {
    const refused = async (text: string, reason: RegExp, headers: Record<string, string> = {}) =>
      expect(expectFailure(await importing('trades', text, '', headers), 'SVC-REQ-001').message).to.match(reason);
    await refused(HEADER, /at least one line/);
    await refused('', /at least one line/);
    await refused(`${HEADER},__proto__\n${SWAP},1`, /names no field/);
    await refused(`${HEADER},side\n${SWAP},1`, /the column side twice/);
    await refused(`${HEADER}\n"${SWAP}`, /not a file of comma-separated values/);
    await refused(`${HEADER}\n${'x'.repeat(70_000)}`, /not a file of comma-separated values/);
    const { lines } = await booked(`${HEADER},constructor,a.b.c\n${SWAP},1,2`);
    expect(lines[0]).to.deep.include({ outcome: 'refused' });
    expectFailure(await importing('trades', `${HEADER}\n${SWAP}`, '', { 'Content-Type': 'application/json' }), 'SVC-REQ-004');
    expectFailure(await importing('trades', `${HEADER}\n${SWAP}`, '', { 'Content-Type': 'text/csv; charset=latin1' }), 'SVC-REQ-004');
    expectFailure(await importing('trades', `${HEADER}\n${`${SWAP}\n`.repeat(10_001)}`), 'SVC-LIMIT-003');
    expectFailure(await post(service, '/api/v1/jobs', { operation: 'importTrades', request: 'x' }), 'SVC-REQ-001');
  });

  it('see nothing of another tenant', async () => {
    const { id } = expectSuccess(await post(service, '/api/v1/portfolios', { name: 'Mine' }), 201);
    const answer = await importing('trades', `${HEADER}\n${SWAP.replace(',,', `,${id},`)}`, '', {}, other);
    expect(expectSuccess(answer).lines[0]).to.deep.include({ outcome: 'refused' });
  });

  it('write quotes, each alone, and tell what each line came to', async () => {
    const header = 'symbol,value,asOf,kind,currency,source';
    const text = `${header}\nCSV/ONE,1.25,2026-03-02T17:00:00Z,fx,USD,file\nCSV/TWO,much,2026-03-02T17:00:00Z,fx,USD,\n123,4,2026-03-02T17:00:00Z,spot,,`;
    const outcomes = ({ lines }: Body) => lines.map(({ line, outcome }: Body) => [line, outcome]);
    const dry = expectSuccess(await importing('market', text, '?dryRun=true'));
    expect(outcomes(dry)).to.deep.equal([
      [2, 'valid'],
      [3, 'refused'],
      [4, 'valid'],
    ]);
    const first = expectSuccess(await importing('market', text));
    expect(outcomes(first)).to.deep.equal([
      [2, 'inserted'],
      [3, 'refused'],
      [4, 'inserted'],
    ]);
    expect(first.lines[1].error.details[0].pointer).to.equal('/value');
    expect(outcomes(expectSuccess(await importing('market', text.replace('1.25', '1.26'))))).to.deep.equal([
      [2, 'updated'],
      [3, 'refused'],
      [4, 'unchanged'],
    ]);
    expect(expectSuccess(await get(service, '/api/v1/market-data/quotes/CSV%2FONE'))).to.deep.include({ value: 1.26, source: 'file' });
  });
});
