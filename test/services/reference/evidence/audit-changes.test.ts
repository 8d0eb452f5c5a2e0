import { expect } from 'chai';
import { changesBetween } from '#services/reference/evidence/audit-changes';

describe('the changes that an audit entry states', () => {
  it('are the fields that differ, with their values before and after', () => {
    const former = { amount: 5, terms: { currency: 'EUR', days: [1, 2] }, expiresAt: 'never', same: { a: [1] } };
    const current = { amount: 6, terms: { currency: 'EUR', days: [1, 3] }, 'a/b': null, same: { a: [1] } };
    expect(changesBetween(former, current)).to.deep.equal({
      fields: [
        { pointer: '/amount', before: 5, after: 6 },
        { pointer: '/terms/days', before: [1, 2], after: [1, 3] },
        { pointer: '/expiresAt', before: 'never' },
        { pointer: '/a~1b', after: null },
      ],
    });
    expect(changesBetween(undefined, { amount: 5 })).to.deep.equal({ fields: [{ pointer: '/amount', after: 5 }] });
    expect(changesBetween({ amount: 5 }, undefined)).to.deep.equal({ fields: [{ pointer: '/amount', before: 5 }] });
    expect(changesBetween(former, { ...former })).to.equal(undefined);
    expect(changesBetween(undefined, undefined)).to.equal(undefined);
  });

  it('show no secret, nor the hash of one, wherever it stands', () => {
    const former = { passwordHash: 'aaa', invitation: { hash: 'bbb' }, deep: { webhookSecret: 'ccc' } };
    const current = { passwordHash: 'ddd', deep: { webhookSecret: 'eee' }, list: [{ token: 'fff' }], name: 'shown' };
    const changes = changesBetween(former, current);
    expect(changes?.fields.map(({ pointer }) => pointer)).to.have.members([
      ...['/passwordHash', '/invitation', '/deep/webhookSecret', '/list', '/name'],
    ]);
    expect(JSON.stringify(changes)).not.to.match(/aaa|bbb|ccc|ddd|eee|fff/);
    expect(JSON.stringify(changes)).to.include('shown');
  });

  it('are of bounded length, and count what is left out', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, index]));
    const first = changesBetween(undefined, many);
    expect([first?.fields.length, first?.omitted]).to.deep.equal([100, 50]);
    const long = changesBetween(undefined, { bodies: Array.from({ length: 100_000 }, (_, index) => index), name: 'x' });
    expect(long).to.deep.equal({ fields: [{ pointer: '/name', after: 'x' }], omitted: 1 });
  });
});
