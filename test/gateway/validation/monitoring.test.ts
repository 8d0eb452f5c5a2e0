import { expect } from 'chai';
import type { ReferenceCase } from '#gateway/validation/cases';
import { type LiveUse, liveUses, tierOf } from '#gateway/validation/live-use';
import { reviewsDue } from '#gateway/validation/review';

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
const testedCase = (request: object) => ({ pricerId: 'p', request }) as unknown as ReferenceCase;
const receipt = (request: object, result: object, fields: object = {}) => ({
  ...{ pricerId: 'p', operationId: 'priceOption', tag: 'Vanilla', content: { request, result } },
  ...fields,
});
const use = (fields: Partial<LiveUse> & Pick<LiveUse, 'pricerId'>): LiveUse => ({
  ...{ runs: 1, purposes: ['Vanilla'], read: 1, positions: 1, value: 1, outside: [] },
  ...fields,
});

describe('the live use of a pricer', () => {
  const { spot, rate, volatility, ...terms } = option;
  const cases = [
    testedCase({ instrument: { ...terms, strike: 80 }, market: { spot, rate, volatility } }),
    testedCase({ ...option, strike: 120 }),
  ];

  it('counts runs, positions and values of receipts, by purpose', () => {
    const positions = [option, { ...option, quantity: -3 }];
    const [only] = liveUses(
      [
        receipt(option, { price: 8 }),
        receipt({ positions }, { totalValue: -20 }, { tag: 'Portfolio' }),
        { pricerId: 'p', operationId: 'batchPrice', tag: 'Vanilla' },
      ],
      cases,
    );
    expect(only).to.deep.equal(
      use({ pricerId: 'p', runs: 3, purposes: ['Portfolio', 'Vanilla'], read: 2, positions: 3, value: 28, outside: [] }),
    );
  });

  it('finds inputs beyond the tested ones, levels as multiples of the spot, and inputs that no case has', () => {
    const outside = (request: object) => liveUses([receipt(request, { price: 1 })], cases)[0]!.outside;
    expect(outside({ ...option, spot: 4_000, strike: 4_200 })).to.deep.equal([]);
    expect(outside({ ...option, strike: 130 })).to.deep.equal([
      { input: 'strike / spot', from: 1.3, to: 1.3, tested: { from: 0.8, to: 1.2 } },
    ]);
    expect(outside({ ...option, rate: -0.01 })).to.deep.equal([
      { input: 'rate', from: -0.01, to: -0.01, tested: { from: 0.05, to: 0.05 } },
    ]);
    expect(outside({ ...option, dividends: [{ time: 0.5, amount: 2 }] }).map(({ input, tested }) => [input, tested])).to.deep.equal([
      ['dividends.time', undefined],
      ['dividends.amount', undefined],
    ]);
  });

  it('has a materiality by its share of the whole and by its purpose', () => {
    const uses = [
      use({ pricerId: 'main', value: 900, positions: 90, runs: 900 }),
      use({ pricerId: 'some', value: 50 }),
      use({ pricerId: 'rare' }),
      use({ pricerId: 'book', purposes: ['XVA'] }),
    ].map((each) => (each.pricerId === 'rare' ? { ...each, positions: 0 } : each));
    expect(['main', 'some', 'rare', 'book', 'none'].map((id) => tierOf(id, uses))).to.deep.equal([
      'high',
      'medium',
      'low',
      'high',
      'unused',
    ]);
  });
});

describe('a review of a pricer', () => {
  const day = 86_400_000;
  const subject = { id: 'p', version: 3, fingerprint: 'fp:3', sources: '', status: 'experimental', summary: '' };
  const run = (createdAt: number, fingerprint: string) =>
    ({ id: 'val_1', createdAt, results: [{ pricerId: 'p', pricerVersion: 2, fingerprint }] }) as never;
  const triggers = (inputs: object) =>
    reviewsDue({ subjects: [subject], runs: [run(0, 'fp:3')], uses: [], findings: [], overlays: [], now: day, ...inputs }).map(
      ({ trigger }) => trigger,
    );

  it('is due after a change of version, with age by its materiality, and before the first use', () => {
    expect(triggers({})).to.deep.equal([]);
    expect(triggers({ runs: [run(0, 'fp:2')] })).to.deep.equal(['version']);
    expect(triggers({ now: 200 * day })).to.deep.equal([]);
    expect(triggers({ now: 200 * day, uses: [use({ pricerId: 'p' })] })).to.deep.equal(['age']);
    expect(triggers({ runs: [], uses: [use({ pricerId: 'p' })] })).to.deep.equal(['never_validated']);
    expect(triggers({ runs: [] })).to.deep.equal([]);
  });

  it('is due while a finding or a drift is open, for live inputs beyond the tested ones, and after an overlay expires', () => {
    const finding = { id: 'fnd_1', pricerId: 'p', state: 'open', source: 'person', severity: 'low', statement: 'x' };
    expect(triggers({ findings: [finding, { ...finding, source: 'challenger' }, { ...finding, state: 'closed' }] })).to.deep.equal([
      'finding',
      'drift',
    ]);
    expect(triggers({ uses: [use({ pricerId: 'p', outside: [{ input: 'rate', from: 1, to: 2 }] })] })).to.deep.equal(['outside_region']);
    const overlay = { id: 'ovl_1', pricerId: 'p', owner: 'A desk', expiresOn: '1970-01-02' };
    expect(triggers({ overlays: [overlay] })).to.deep.equal(['overlay_expired']);
    expect(triggers({ overlays: [overlay], now: day - 1 })).to.deep.equal([]);
  });
});
