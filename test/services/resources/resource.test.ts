import { expect } from 'chai';
import { distinct } from '#services/resources/index';
import { keys } from '#services/resources/key';
import { usages } from '#services/resources/usage';

describe('the list of stored resources', () => {
  it('refuses two of one collection or one id prefix', () => {
    expect(() => distinct([keys, { ...keys, idPrefix: 'other' }])).to.throw('two stored resources have the collection keys');
    expect(() => distinct([keys, { ...keys, collection: 'other' }])).to.throw('two stored resources have the idPrefix key');
    expect(distinct([keys, usages])).to.deep.equal([keys, usages]);
  });
});
