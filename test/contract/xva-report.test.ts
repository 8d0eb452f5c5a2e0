/** Reports of exposures and valuation adjustments: the numbers of a receipt as a page, whatever callers wrote in the request. */
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Body, get, post } from '../support/http.js';
import { service } from '../support/shared-service.js';

const hostile = '<script>alert(1)</script>&"';
const market = {
  valuationDate: '2026-01-05',
  curves: { USD: { rate: 0.03 } },
  volatilities: { USD: { type: 'normal', volatility: 0.008 } },
  models: { USD: { meanReversion: 0.03 } },
};
const swap = { type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.028 };
const trades = [
  { ...swap, id: hostile, maturity: 4, fixedFrequency: 1, floatingFrequency: 2 },
  { ...swap, id: 'dated', startDate: '2026-01-05', tenor: '3Y', index: 'SOFR' },
];
const settings = { trades, market, exposureTimes: [0.5, 1, 2, 4], pricer: { numPaths: 256 } };
const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, own: { hazardRate: 0.01, recoveryRate: 0.4 } };

/** The digits of a number as a report writes them. */
const digits = (value: number): string => String(Number(value.toPrecision(5)));

describe('the report of a netting set', () => {
  const reportOf = async (path: string, body: object): Promise<{ readonly data: Body; readonly html: string; readonly policy: string }> => {
    const answer = await post(service, path, body);
    const data = expectSuccess(answer);
    const report = await get(service, `/desk/v1/receipts/${answer.body.correlationId}/report`);
    expect(report.status).to.equal(200);
    expect(report.headers.get('content-type')).to.match(/^text\/html/);
    return { data, html: String(report.body), policy: report.headers.get('content-security-policy') ?? '' };
  };

  it('has the adjustments with their errors, the profile and the shares, and nothing of a request as markup', async () => {
    const body = { ...settings, ...parties, allocation: true, collateral: { threshold: 50_000 } };
    const { data, html, policy } = await reportOf('/api/v1/xva/calculate', body);
    // Thousands stand apart by a narrow space.
    const text = html.replaceAll('\u202F', '');
    for (const name of ['cva', 'dva', 'total'] as const) expect(text, name).to.include(`>${digits(data[name])}<`);
    for (const { ee } of data.exposure) expect(text).to.include(digits(ee));
    expect(text).to.include('2028-01-05').and.include('Threshold').and.include('Share of each trade').and.include('3Y');
    expect(html.match(/<svg/g)).to.have.length(1);
    expect(html).not.to.include('<script');
    expect(html).to.include('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;');
    expect(policy).to.match(/^default-src 'none'; style-src 'sha256-/);
  });

  it('is there of exposures and of new trades, and of nothing else', async () => {
    const exposure = await reportOf('/api/v1/risk/exposure', settings);
    expect(exposure.html).to.include('Expected exposure over a year').and.not.include('>Adjustments<');
    const added = await reportOf('/api/v1/xva/incremental', { ...settings, ...parties, newTrades: [trades[1]] });
    expect(added.html).to.include('Valuation adjustments of new trades');
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, optionType: 'call' };
    const { correlationId } = (await post(service, '/api/v1/price', option)).body;
    const path = `/desk/v1/receipts/${correlationId}/report`;
    expect(expectFailure(await get(service, path), 'SVC-RES-002').message).to.include('priceOption');
    expectFailure(await get({ url: service.url, key: service.keys.otherTenant }, path), 'SVC-RES-001');
  });
});
