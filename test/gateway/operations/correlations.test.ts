import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';
import { onEachServiceByTwo } from '../../support/service.js';

const path = '/api/v1/market-data/correlations';
const assets = ['A', 'B', 'C'];
const matrix = [
  [1, 0.5, 0.2],
  [0.5, 1, -0.3],
  [0.2, -0.3, 1],
];
/** No three assets move like this. */
const impossible = [
  [1, 0.9, 0.9],
  [0.9, 1, -0.9],
  [0.9, -0.9, 1],
];

onEachServiceByTwo('stored correlations', (service, other) => {
  const newName = () => `C ${randomUUID()}`;
  const put = (fields: object, caller: { url: string; key: string } = service) =>
    post(caller, path, { name: newName(), assets, matrix, ...fields });

  it('are inserted under a name and then updated, got, listed and deleted', async () => {
    const name = newName();
    const first = await put({ name });
    const created = expectSuccess(first, 201);
    expect(created).to.deep.include({ name, assets, matrix, version: 1 }).and.not.to.have.property('repaired');
    expect(first.headers.get('location')).to.equal(`${path}/${created.id}`);
    const second = expectSuccess(
      await put({
        name,
        assets: ['A', 'B'],
        matrix: [
          [1, 0.1],
          [0.1, 1],
        ],
      }),
    );
    expect(second).to.deep.include({ id: created.id, version: 2, assets: ['A', 'B'] });
    expect(expectSuccess(await get(service, `${path}/${created.id}`))).to.deep.equal(second);
    const listed = async (query: string) => expectSuccess(await get(service, `${path}?name=${encodeURIComponent(name)}&${query}`)).items;
    expect((await listed('asset=B')).map(({ id }: Body) => id)).to.deep.equal([created.id]);
    expect(await listed('asset=C')).to.deep.equal([]);
    expectSuccess(await send(service, 'DELETE', `${path}/${created.id}`));
    expectFailure(await get(service, `${path}/${created.id}`), 'SVC-RES-001');
  });

  it('of one name are one matrix, however many writers there are, and no write is lost', async () => {
    const name = newName();
    const answers = await Promise.all(Array.from({ length: 12 }, () => put({ name })));
    const written = answers.map((answer) => expectSuccess(answer, 200, 201));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(new Set(written.map(({ id }: Body) => id)).size).to.equal(1);
    expect(new Set(written.map(({ version }: Body) => version)).size).to.equal(12);
  });

  it('that no assets can have are refused with the eigenvalue, or replaced by the nearest, which is reported', async () => {
    expectFault(await put({ matrix: impossible }), '/matrix', /smallest eigenvalue is -0\.8/);
    const { matrix: nearest, repaired } = expectSuccess(await put({ matrix: impossible, repair: true }), 201);
    expect(repaired.converged).to.equal(true);
    expect(repaired.smallestEigenvalue).to.be.closeTo(-0.8, 1e-12);
    const norm = Math.sqrt(
      nearest
        .flatMap((row: number[], i: number) => row.map((value, j) => (value - impossible[i]![j]!) ** 2))
        .reduce((a: number, b: number) => a + b),
    );
    expect(repaired.distance).to.be.closeTo(norm, 1e-12);
    // By symmetry ρ, ρ, −ρ, and the smallest eigenvalue 1 − 2ρ is 0.
    expect(nearest[0][1]).to.be.closeTo(0.5, 1e-10);
    expect(nearest[1][2]).to.be.closeTo(-0.5, 1e-10);
    // A matrix that is one already stays as it is.
    expect(expectSuccess(await put({ repair: true }), 201))
      .to.deep.include({ matrix })
      .and.not.to.have.property('repaired');
    // Within the tolerance: as printed with ten digits.
    const third = 0.3333333333;
    expectSuccess(
      await put({
        matrix: [
          [1, -0.5, -0.5],
          [-0.5, 1, -0.50000000001],
          [-0.5, -0.5, 1],
        ],
      }),
      201,
    );
    expectSuccess(
      await put({
        matrix: [
          [1, third, third],
          [third, 1, third],
          [third, third, 1 - 1e-11],
        ],
      }),
      201,
    );
  });

  it('are refused with the entry that is wrong', async () => {
    const refused = async (fields: object, pointer: string, reason?: RegExp) => expectFault(await put(fields), pointer, reason);
    await refused(
      {
        matrix: [
          [1, 0.5, 0.2],
          [0.4, 1, -0.3],
          [0.2, -0.3, 1],
        ],
      },
      '/matrix/1/0',
      /0\.5.*opposite/,
    );
    await refused(
      {
        matrix: [
          [0.9, 0.5, 0.2],
          [0.5, 1, -0.3],
          [0.2, -0.3, 1],
        ],
      },
      '/matrix/0/0',
      /must be 1/,
    );
    await refused(
      {
        matrix: [
          [1, 2, 0],
          [2, 1, 0],
          [0, 0, 1],
        ],
      },
      '/matrix/0/1',
    );
    await refused(
      {
        matrix: [
          [1, 0],
          [0, 1],
        ],
      },
      '/matrix',
      /one row per asset, 3/,
    );
    await refused(
      {
        matrix: [
          [1, 0, 0],
          [0, 1],
          [0, 0, 1],
        ],
      },
      '/matrix/1',
    );
    await refused({ assets: ['A', 'B', 'A'] }, '/assets/2');
    await refused({ name: '' }, '/name');
  });

  it('stand for the pairs of a request, of its assets alone', async () => {
    const { id: correlationId } = expectSuccess(await put({}), 201);
    const contract = { type: 'basket_call', underlyings: ['C', 'A'], strike: 100, expiry: '2027-03-02' };
    const asset = { spot: 100, volatility: 0.2 };
    const market = { valuationDate: '2026-03-02', rate: 0.03, assets: { C: asset, A: asset } };
    const price = (correlations: unknown) =>
      post(service, '/api/v1/contract/price', { contract, market: { ...market, correlations }, pricer: { numPaths: 1024 } });
    const values = expectSuccess(await price([{ asset1: 'A', asset2: 'C', correlation: 0.2 }]));
    expect(expectSuccess(await price({ correlationId })).price).to.equal(values.price);
    const position = { quantity: 1, spot: 100, strike: 100, rate: 0.03, volatility: 0.2, time: 1 };
    const positions = ['A', 'B'].map((underlying) => ({ ...position, underlying }));
    const risk = async (correlations: unknown) => expectSuccess(await post(service, '/api/v1/portfolio/var', { positions, correlations }));
    expect(await risk({ correlationId })).to.deep.equal(await risk([{ asset1: 'A', asset2: 'B', correlation: 0.5 }]));
    const lacking = { ...market, assets: { ...market.assets, D: asset }, correlations: { correlationId } };
    expectFault(
      await post(service, '/api/v1/contract/price', { contract, market: lacking }),
      '/market/correlations/correlationId',
      /lacks D/,
    );
    expect(expectFailure(await price({ correlationId: 'cor_none' }), 'SVC-RES-001').details[0].pointer).to.equal(
      '/market/correlations/correlationId',
    );
  });

  it('do not exist for another tenant, who may have the same name', async () => {
    const name = newName();
    const { id } = expectSuccess(await put({ name }), 201);
    expectFailure(await get(other, `${path}/${id}`), 'SVC-RES-001');
    expectFailure(await send(other, 'DELETE', `${path}/${id}`), 'SVC-RES-001');
    expect(expectSuccess(await put({ name }, other), 201).id).not.to.equal(id);
  });
});
