import { expect } from 'chai';
import { distinct } from '#services/model/index';
import { keys } from '#services/model/key';
import { usages } from '#services/model/usage';

describe('the list of stored resources', () => {
  it('refuses two of one collection or one id prefix', () => {
    expect(() => distinct([keys, { ...keys, idPrefix: 'other' }])).to.throw('two stored resources have the collection keys');
    expect(() => distinct([keys, { ...keys, collection: 'other' }])).to.throw('two stored resources have the idPrefix key');
    expect(distinct([keys, usages])).to.deep.equal([keys, usages]);
  });
});
