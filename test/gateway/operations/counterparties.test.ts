import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const counterparties = '/api/v1/counterparties';

onEachServiceByTwo('of a counterparty', (service, other) => {
  const put = (path: string, body: object, headers: Record<string, string> = {}) => send(service, 'PUT', path, { body, headers });
  const create = async (path: string, body: object) => expectSuccess(await post(service, path, body), 201);
  /** The path of a counterparty of its own. */
  const newCounterparty = async () => `${counterparties}/${(await create(counterparties, { name: 'Example', type: 'bank' })).id}`;

  describe('the credit curve', () => {
    const flat = { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRate: 0.02 };

    it('is put and got, replaced without If-Match, and with it only where the version is the expected one', async () => {
      const path = `${await newCounterparty()}/credit-curve`;
      expect(expectFailure(await get(service, path), 'SVC-RES-001').message).to.include('credit curve');
      const first = await put(path, flat);
      expect(expectSuccess(first))
        .to.deep.include({ ...flat, version: 1 })
        .and.not.to.have.property('calibrationRunId');
      expect(first.body).not.to.have.property('meta');
      expect(first.headers.get('etag')).to.equal('"1"');
      expect(expectSuccess(await put(path, { ...flat, hazardRate: 0.03 }))).to.deep.include({ version: 2, hazardRate: 0.03 });
      expectFailure(await put(path, flat, { 'If-Match': '"1"' }), 'SVC-RES-003');
      expect(expectSuccess(await put(path, flat, { 'If-Match': '"2"' })).version).to.equal(3);
      const read = expectSuccess(await get(service, path));
      expect(read)
        .to.deep.include({ ...flat, version: 3 })
        .and.not.to.have.any.keys('id', 'counterpartyId');
    });

    it('is never lost between 20 concurrent writers, the last of whom wins', async () => {
      const path = `${await newCounterparty()}/credit-curve`;
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => put(path, { ...flat, hazardRate: (i + 1) / 1_000 })));
      const written = answers.map((answer) => expectSuccess(answer));
      const versions = written.map(({ version }: Body) => version).sort((a: number, b: number) => a - b);
      expect(versions).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
      const last = written.find(({ version }: Body) => version === 20);
      expect(expectSuccess(await get(service, path)).hazardRate).to.equal(last?.hazardRate);
    });

    it('of spreads is fitted to them, and discounted at a rate or on a stored curve', async () => {
      const path = `${await newCounterparty()}/credit-curve`;
      const spreads = [
        { tenor: '1Y', spread: 0.005 },
        { tenor: '5Y', spread: 0.01 },
      ];
      const quoted = { valuationDate: '2026-03-02', recoveryRate: 0.4, spreads };
      const answer = await put(path, quoted);
      const undiscounted = expectSuccess(answer);
      expect(undiscounted.calibrationRunId).to.equal(answer.body.correlationId);
      expect(answer.body.meta.manifest).to.include({ pricerId: 'credit_curve_bootstrap', runId: answer.body.correlationId });
      const replay = await post(service, `/api/v1/governance/receipts/${answer.body.correlationId}/replay`, {});
      expect(expectSuccess(replay)).to.deep.include({ identical: true });
      expect(replay.body.data.result.nodes).to.deep.equal(undiscounted.nodes);
      expect(expectSuccess(await get(service, path)).version).to.equal(1);
      expect(undiscounted.residuals.map(({ tenor }: Body) => tenor)).to.deep.equal(['1Y', '5Y']);
      for (const { error } of undiscounted.residuals) expect(Math.abs(error)).to.be.below(1e-12);
      // The credit triangle: spread ≈ (1 − R)·λ.
      expect(undiscounted.nodes[0].hazardRate).to.be.closeTo(0.005 / 0.6, 2e-4);
      const discounted = expectSuccess(await put(path, { ...quoted, rate: 0.05 }));
      expect(discounted.nodes[1].hazardRate).not.to.equal(undiscounted.nodes[1].hazardRate);
      const nodes = [{ time: 1, zeroRate: 0.05 }];
      const terms = { name: 'EUR', currency: 'EUR', kind: 'discount', valuationDate: '2026-03-02', nodes };
      const { id: curveId } = await create('/api/v1/market-data/curves', terms);
      const onCurve = expectSuccess(await put(path, { ...quoted, curve: { curveId } }));
      expect(onCurve.nodes).to.deep.equal(discounted.nodes);
      expect(onCurve).not.to.have.property('marketDataAsOf');
    });

    it('on a discount curve of an earlier day gives numbers as of that day, and none before its own', async () => {
      const path = await newCounterparty();
      const nodes = [{ time: 1, zeroRate: 0.05 }];
      const terms = { name: 'EUR', currency: 'EUR', kind: 'discount', valuationDate: '2026-02-20', nodes };
      const { id: curveId } = await create('/api/v1/market-data/curves', terms);
      const quoted = { valuationDate: '2026-03-02', recoveryRate: 0.4, spreads: [{ tenor: '5Y', spread: 0.01 }], curve: { curveId } };
      expect(expectSuccess(await put(`${path}/credit-curve`, quoted)).marketDataAsOf).to.equal('2026-02-20');
      const priced = (valuationDate: string) =>
        post(service, '/api/v1/engine/price', {
          pricerId: 'credit_default_swap',
          instrument: { side: 'buyer', notional: 1e6, spread: 0.01, maturity: 5, paymentsPerYear: 4 },
          market: { rate: 0.03, recoveryRate: 0.4, hazardCurve: { counterpartyId: path.split('/').at(-1) }, valuationDate },
        });
      const answer = await priced('2026-03-02');
      expectSuccess(answer);
      expect(answer.body.meta.manifest.marketDataAsOf).to.equal('2026-02-20');
      expectFault(await priced('2026-02-25'), '/market/hazardCurve/counterpartyId');
    });

    it('is evaluated at dates or times', async () => {
      const path = `${await newCounterparty()}/credit-curve`;
      const hazardRates = [
        { time: 1, rate: 0.01 },
        { time: 3, rate: 0.03 },
      ];
      expectSuccess(await put(path, { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRates }));
      const evaluate = async (body: object) => expectSuccess(await post(service, `${path}/evaluate`, body)).points;
      const [now, inTwo, inFive] = await evaluate({ times: [0, 2, 5] });
      expect(now).to.deep.equal({ date: '2026-03-02', time: 0, survivalProbability: 1, defaultProbability: 0, hazardRate: 0.01 });
      expect(inTwo.survivalProbability).to.be.closeTo(Math.exp(-0.04), 1e-15);
      expect(inTwo.defaultProbability).to.be.closeTo(1 - Math.exp(-0.04), 1e-15);
      expect(inFive).to.include({ hazardRate: 0.03 });
      expect(inFive.survivalProbability).to.be.closeTo(Math.exp(-0.13), 1e-15);
      const [atDate] = await evaluate({ dates: ['2027-03-02'] });
      expect(atDate).to.deep.include({ date: '2027-03-02', time: 1 });
      expectFault(await post(service, `${path}/evaluate`, { dates: ['2026-03-01'] }), '/dates/0');
    });

    it('stands for hazard rates and recovery in a request', async () => {
      const counterparty = await newCounterparty();
      const counterpartyId = counterparty.split('/').at(-1);
      const name = { counterpartyId };
      const bond = { faceValue: 100, couponRate: 0.02, couponFrequency: 2, maturity: 5, conversionRatio: 1 };
      const market = (credit: object) => ({ bond, market: { spot: 100, rate: 0.03, volatility: 0.3, ...credit }, steps: 200 });
      const convertible = (credit: object) => post(service, '/api/v1/convertible/price', market(credit));
      const { details } = expectFailure(await convertible({ hazardRate: name, recoveryRate: name }), 'SVC-RES-001');
      expect(details[0].pointer).to.match(/^\/market\/(hazardRate|recoveryRate)\/counterpartyId$/);
      expectSuccess(await put(`${counterparty}/credit-curve`, flat));
      const named = await convertible({ hazardRate: name, recoveryRate: name });
      expect(expectSuccess(named)).to.deep.equal(expectSuccess(await convertible({ hazardRate: 0.02, recoveryRate: 0.4 })));
      expect(named.body.meta.manifest.marketDataAsOf).to.equal('2026-03-02');
      const hazardRates = [1, 2].map((time) => ({ time, rate: 0.01 * time }));
      expectSuccess(await put(`${counterparty}/credit-curve`, { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRates }));
      expectFault(
        await convertible({ hazardRate: name, recoveryRate: name }),
        '/market/hazardRate/counterpartyId',
        /one default intensity/,
      );
      const swap = { maturity: 5, spread: 0.01, paymentsPerYear: 4 };
      const cds = (hazardCurve: object) =>
        post(service, '/api/v1/engine/price', {
          pricerId: 'credit_default_swap',
          instrument: swap,
          market: { rate: 0.03, recoveryRate: 0.4, hazardCurve },
        });
      const values = { times: [1, 2], hazardRates: [0.01, 0.02] };
      const [one, two] = [await cds(name), await cds(values)];
      expect(one.body.error?.message).to.equal(two.body.error?.message);
      expect(one.body.data).to.deep.equal(two.body.data);
    });

    it('stands for a party of a valuation adjustment, and stored curves and quotes for its market', async () => {
      const counterparty = await newCounterparty();
      const hazardRates = [1, 5].map((time) => ({ time, rate: 0.004 * time }));
      expectSuccess(await put(`${counterparty}/credit-curve`, { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRates }));
      const counterpartyId = counterparty.split('/').at(-1);
      const terms = { name: 'USD', currency: 'USD', kind: 'discount', valuationDate: '2026-03-02', nodes: [{ time: 1, zeroRate: 0.03 }] };
      const { id: curveId } = await create('/api/v1/market-data/curves', terms);
      const swap = { type: 'interest_rate_swap', currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.03, maturity: 3 };
      const trades = [{ ...swap, fixedFrequency: 1, floatingFrequency: 2 }];
      const models = { USD: { meanReversion: 0.03, volatility: 0.01 } };
      const xva = (curve: object, credit: object) =>
        post(service, '/api/v1/xva/calculate', {
          trades,
          market: { valuationDate: '2026-03-02', curves: { USD: curve }, models },
          exposureTimes: [1, 2, 3],
          counterparty: credit,
          pricer: { numPaths: 256 },
        });
      const values = { hazardCurve: { times: [1, 5], hazardRates: [0.004, 0.02] }, recoveryRate: 0.4 };
      const stated = await xva({ times: [1], zeroRates: [0.03], interpolation: 'linear_zero' }, values);
      expect(expectSuccess(await xva({ curveId }, { counterpartyId }))).to.deep.equal(expectSuccess(stated));
      expectFault(
        await xva({ curveId }, { counterpartyId, recoveryRate: 0.3 }),
        '/counterparty/recoveryRate',
        /counterpartyId stands for it/,
      );
      const euros = await create('/api/v1/market-data/curves', { ...terms, currency: 'EUR' });
      expectFault(await xva({ curveId: euros.id }, values), '/market/curves/USD/curveId', /must name a curve in USD; it is in EUR/);
    });

    it('is refused with the field that is wrong', async () => {
      const path = `${await newCounterparty()}/credit-curve`;
      const { hazardRate: _, ...rest } = flat;
      const refused = async (body: object, pointer: string) => expectFault(await put(path, body), pointer);
      await refused(rest, '');
      await refused({ ...flat, spreads: [{ tenor: '1Y', spread: 0.01 }] }, '');
      await refused({ ...flat, rate: 0.03 }, '');
      await refused({ ...flat, recoveryRate: 1.1 }, '/recoveryRate');
      await refused({ ...flat, hazardRate: -0.1 }, '/hazardRate');
      await refused({ ...rest, spreads: [{ tenor: '2M', spread: 0.01 }] }, '/spreads/0/tenor');
      const unordered = [2, 1].map((time) => ({ time, rate: 0.01 }));
      await refused({ ...rest, hazardRates: unordered }, '/hazardRates/1/time');
      const inverted = [
        { tenor: '1Y', spread: 0.05 },
        { tenor: '5Y', spread: 0.0001 },
      ];
      expect(expectFailure(await put(path, { ...rest, spreads: inverted }), 'SVC-CALC-002').message).to.include('5Y');
      expectFailure(await get(service, path), 'SVC-RES-001');
    });
  });

  describe('the exposure limit', () => {
    it('is put, got and replaced, and refused with the field that is wrong', async () => {
      const path = `${await newCounterparty()}/limit`;
      const limit = { measure: 'pfe95', currency: 'EUR', amount: 1e6, horizonYears: 5, expiresAt: '2027-01-01T00:00:00Z' };
      expectFailure(await get(service, path), 'SVC-RES-001');
      expect(expectSuccess(await put(path, limit))).to.deep.include({ ...limit, version: 1 });
      expect(expectSuccess(await put(path, { ...limit, amount: 2e6 }))).to.deep.include({ amount: 2e6, version: 2 });
      expect(expectSuccess(await get(service, path))).to.deep.include({ amount: 2e6 });
      for (const [fields, pointer] of [
        [{ measure: 'pfe90' }, '/measure'],
        [{ amount: 0 }, '/amount'],
        [{ currency: 'euro' }, '/currency'],
        [{ horizonYears: -1 }, '/horizonYears'],
        [{ expiresAt: 'tomorrow' }, '/expiresAt'],
      ] as const)
        expectFault(await put(path, { ...limit, ...fields }), pointer);
    });
  });

  describe('netting sets', () => {
    const fields = { name: 'Rates', agreement: 'isda', currency: 'EUR' };

    it('are created, listed, replaced and deleted under their counterparty, and found under no other', async () => {
      const [one, two] = [await newCounterparty(), await newCounterparty()];
      const answer = await post(service, `${one}/netting-sets`, fields);
      const { id, counterpartyId } = expectSuccess(answer, 201);
      expect(id).to.match(/^net_/);
      expect(one.endsWith(counterpartyId)).to.equal(true);
      const path = `${one}/netting-sets/${id}`;
      expect(answer.headers.get('location')).to.equal(path);
      expect(expectSuccess(await get(service, `${one}/netting-sets`)).items.map((item: Body) => item.id)).to.deep.equal([id]);
      expect(expectSuccess(await get(service, `${two}/netting-sets`)).items).to.deep.equal([]);
      expectFailure(await get(service, path.replace(one, two)), 'SVC-RES-001');
      const replaced = await put(path, { ...fields, name: 'All' }, { 'If-Match': '"1"' });
      expect(expectSuccess(replaced)).to.deep.include({ name: 'All', version: 2, counterpartyId });
      expectFailure(await put(path.replace(one, two), fields, { 'If-Match': '"2"' }), 'SVC-RES-001');
      expectFailure(await send(service, 'DELETE', path.replace(one, two)), 'SVC-RES-001');
      expect(expectFailure(await send(service, 'DELETE', one), 'SVC-RES-002').message).to.include(id);
      expectSuccess(await send(service, 'DELETE', path));
      expectSuccess(await send(service, 'DELETE', one));
      expectFailure(await get(service, `${one}/netting-sets`), 'SVC-RES-001');
    });

    it('are refused with the field that is wrong, also one that names the counterparty', async () => {
      const path = `${await newCounterparty()}/netting-sets`;
      for (const [wrong, pointer] of [
        [{ name: '' }, '/name'],
        [{ agreement: 'gmra' }, '/agreement'],
        [{ currency: 'E' }, '/currency'],
        [{ counterpartyId: 'cpt_other' }, '/counterpartyId'],
      ] as const)
        expectFault(await post(service, path, { ...fields, ...wrong }), pointer);
    });

    it('have a collateral agreement, which is put, got and deleted and goes with the set', async () => {
      const counterparty = await newCounterparty();
      const { id } = await create(`${counterparty}/netting-sets`, fields);
      const path = `${counterparty}/netting-sets/${id}/csa`;
      const agreement = { currency: 'EUR', threshold: 1e6, minimumTransfer: 1e5, marginPeriodDays: 10, initialMargin: 5e5 };
      expectFailure(await get(service, path), 'SVC-RES-001');
      expect(expectSuccess(await put(path, agreement))).to.deep.include({ ...agreement, version: 1 });
      expect(expectSuccess(await get(service, path))).to.deep.include(agreement);
      expectFailure(await send(service, 'DELETE', path, { headers: { 'If-Match': '"2"' } }), 'SVC-RES-003');
      expectSuccess(await send(service, 'DELETE', path));
      expectFailure(await send(service, 'DELETE', path), 'SVC-RES-001');
      expectSuccess(await put(path, agreement));
      expectFault(await put(path, { ...agreement, threshold: -1 }), '/threshold');
      expectFault(await put(path, { ...agreement, marginPeriodDays: 1.5 }), '/marginPeriodDays');
      expectFailure(await get(service, path.replace(counterparty, await newCounterparty())), 'SVC-RES-001');
      expectSuccess(await send(service, 'DELETE', `${counterparty}/netting-sets/${id}`));
      expectFailure(await get(service, path), 'SVC-RES-001');
    });
  });

  it('nothing exists for another tenant', async () => {
    const counterparty = await newCounterparty();
    const { id } = await create(`${counterparty}/netting-sets`, { name: 'Rates', agreement: 'isda', currency: 'EUR' });
    const bodies = {
      'credit-curve': { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRate: 0.02 },
      limit: { measure: 'ee', currency: 'EUR', amount: 1 },
      [`netting-sets/${id}/csa`]: { currency: 'EUR', threshold: 0, minimumTransfer: 0, marginPeriodDays: 10 },
    };
    for (const [path, body] of Object.entries(bodies)) {
      expectSuccess(await put(`${counterparty}/${path}`, body));
      expectFailure(await get(other, `${counterparty}/${path}`), 'SVC-RES-001');
      expectFailure(await send(other, 'PUT', `${counterparty}/${path}`, { body }), 'SVC-RES-001');
    }
    expectFailure(await get(other, `${counterparty}/netting-sets`), 'SVC-RES-001');
    expectFailure(await get(other, `${counterparty}/netting-sets/${id}`), 'SVC-RES-001');
  });
});
