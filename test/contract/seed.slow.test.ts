import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { expectSuccess } from '../support/envelope.js';
import { get, post, send } from '../support/http.js';
import { type RunningService, startService } from '../support/service.js';

describe('npm run seed', () => {
  let service: RunningService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const seed = async (environment: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, [path.join(packageRoot, 'dist/gateway/seed/main.js'), service.url], { env: environment });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'exit');
    return { code, output };
  };
  const count = async (list: string): Promise<number> => {
    const { items } = expectSuccess(await get(service, `${list}${list.includes('?') ? '&' : '?'}limit=500`));
    return items.length;
  };

  it('gives a tenant a market, counterparties, trades and products, and the same ones when it is run again', async () => {
    for (let run = 0; run < 2; run++) {
      const { code, output } = await seed({ ...process.env, API_KEY: service.key });
      expect(code, output).to.equal(0);
      // Four currencies on fourteen days.
      expect(await count('/api/v1/market-data/curves')).to.equal(56);
      expect(await count('/api/v1/market-data/snapshots')).to.equal(14);
      expect(await count('/api/v1/market-data/surfaces')).to.equal(4);
      // A close of each business day of a year, and a volatility of each snapshot.
      expect(await count('/api/v1/market-data/quotes?symbol=SPX')).to.be.within(269, 279);
      expect(await count('/api/v1/counterparties')).to.equal(12);
      expect(await count('/api/v1/trades')).to.equal(500);
      expect(await count('/api/v1/products?status=published')).to.equal(2);
    }
    const portfolios = expectSuccess(await get(service, '/api/v1/portfolios')).items;
    const { id: portfolioId } = portfolios.find(({ name }: { name: string }) => name === 'Index options');
    const { valueAtRisk } = expectSuccess(await post(service, '/api/v1/portfolio/var', { portfolioId, confidence: 0.99, horizonDays: 10 }));
    expect(valueAtRisk).to.be.above(0);
    const [snapshot, former] = expectSuccess(await get(service, '/api/v1/market-data/snapshots?sort=-asOf')).items;
    let booked = 0;
    const statuses = new Map<string, number>();
    for (const { status } of expectSuccess(await get(service, '/api/v1/trades?limit=500')).items)
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(statuses.get('cancelled')).to.equal(10);
    expect(statuses.get('matured')).to.equal(3);
    expect(statuses.get('amended')).to.be.above(5);
    for (const { id, name } of portfolios.filter((each: { name: string }) => each.name.endsWith('desk'))) {
      const priced = { portfolioId: id, snapshotId: snapshot.id, reportingCurrency: 'EUR' };
      const { body } = await post(service, '/api/v1/portfolio/price', priced);
      expect(body.data, name).to.include({ complete: true, currency: 'EUR' });
      // The seed can prevent every warning but that a desk's trades have several pricers.
      expect(
        (body.meta.manifest.warnings ?? []).filter((each: string) => !each.startsWith('several pricers')),
        name,
      ).to.deep.equal([]);
      booked += body.data.summary.priced;
      const symbols = { 'fx:EURUSD': 'EURUSD', 'fx:GBPUSD': 'GBPUSD', 'rate:EUR': 'ESTR', 'rate:USD': 'SOFR' };
      const risk = expectSuccess(await post(service, '/api/v1/risk/var/historical', { ...priced, history: { symbols } }));
      expect(risk.valueAtRisk, name).to.be.above(0);
      expect(risk.baseValue, name).to.be.closeTo(body.data.totalValue, 1e-3);
      const explained = expectSuccess(
        await post(service, '/api/v1/portfolio/explain', {
          ...{ portfolioId: id, reportingCurrency: 'EUR' },
          ...{ from: { snapshotId: former.id }, to: { snapshotId: snapshot.id } },
        }),
      );
      expect(explained.complete, name).to.equal(true);
      expect(explained.endValue, name).to.be.closeTo(body.data.totalValue, 1e-3);
      expect(explained.newTrades, name).not.to.equal(0);
    }
    expect(booked).to.equal(500 - 10 - 3);
  }).timeout(180_000);

  it('makes counterparties whose limits can be held against a simulation of their trades', async () => {
    const utilisations = [];
    for (const { id } of expectSuccess(await get(service, '/api/v1/counterparties?sort=createdAt')).items) {
      const path = `/api/v1/counterparties/${id}/limit/utilisation`;
      const answer = await get(service, path);
      const data = expectSuccess(answer);
      expect(data.profile).to.have.length.within(1, 60);
      expect(data.current).to.equal(Math.max(...data.profile.map(({ exposure }: { exposure: number }) => exposure)));
      expect(data.utilisation).to.be.closeTo(data.current / data.limit.amount, 1e-12);
      expect(data.breached).to.equal(data.utilisation > 1);
      expect(data.excluded).to.deep.equal([]);
      utilisations.push({ id, path, data });
    }
    expect(utilisations.some(({ data }) => data.current > 0)).to.equal(true);
    // A trade that is booked or cancelled later changes the utilisation, and not what a replay of the former one gives.
    const { id, path, data } = utilisations[0]!;
    const [trade] = expectSuccess(await get(service, `/api/v1/trades?counterpartyId=${id}&type=interest_rate_swap`)).items;
    const stored = expectSuccess(await get(service, `/api/v1/trades/${trade.id}`));
    expectSuccess(await send(service, 'DELETE', `/api/v1/trades/${trade.id}`, { headers: { 'If-Match': `"${stored.version}"` } }));
    expect(expectSuccess(await get(service, path)).current).not.to.equal(data.current);
    const replayed = expectSuccess(await post(service, `/api/v1/governance/receipts/${data.runId}/replay`, {}));
    expect(replayed.identical).to.equal(true);
  }).timeout(120_000);

  it('says what it needs', async () => {
    const { API_KEY: _, ...environment } = process.env;
    const { code, output } = await seed(environment);
    expect(code).to.equal(1);
    expect(output).to.match(/^API_KEY is required/);
  });
});
