import { expect } from 'chai';
import { z } from 'zod';
import { distinct, resources } from '#services/resources/index';
import { keys } from '#services/resources/key';
import { resource } from '#services/resources/resource';
import { usages } from '#services/resources/usage';

describe('the list of stored resources', () => {
  it('refuses two of one collection or one id prefix', () => {
    expect(() => distinct([keys, { ...keys, idPrefix: 'other_' }])).to.throw('two stored resources have the collection keys');
    expect(() => distinct([keys, { ...keys, collection: 'other' }])).to.throw('two stored resources have the idPrefix key_');
    expect(distinct([keys, usages])).to.deep.equal([keys, usages]);
  });

  it('refuses a reference to a collection that is not in it', () => {
    const pointing = { ...usages, references: [{ field: 'requests', to: 'nowhere' }] };
    expect(() => distinct([pointing])).to.throw('requests of usage refers to nowhere, which is no resource');
  });

  it('keeps what only the service may see from the calls of tenants', () => {
    const reachable = resources.filter(({ access }) => access === 'callers').map(({ collection }) => collection);
    expect(reachable).to.include('counterparties').and.to.include('quotes');
    for (const { collection } of [keys, usages]) expect(reachable).not.to.include(collection);
    for (const collection of ['tenants', 'receipts', 'receipt_parts', 'idempotency_keys', 'idempotent_answers'])
      expect(reachable).not.to.include(collection);
  });
});

describe('a resource', () => {
  const declared = (more: object) =>
    resource({
      collection: 'things',
      idPrefix: 'thg_',
      schema: z.strictObject({ name: z.string(), note: z.string().optional(), level: z.int().default(0) }),
      access: 'callers',
      ...more,
    });

  it('is refused where it names a field that its schema does not have', () => {
    for (const more of [
      { sorts: ['colour'] },
      { filters: { colour: 'equals' } },
      { filters: { tint: { field: 'colour', match: 'prefix' } } },
      { searchable: ['colour'] },
      { references: [{ field: 'colour', to: 'things' }] },
      { unique: [{ fields: ['name', 'colour'], within: 'tenant' }] },
    ])
      expect(() => declared(more), JSON.stringify(more)).to.throw('things has no field colour');
  });

  it('sorts and is unique by fields that every document has', () => {
    for (const more of [{ sorts: ['note'] }, { unique: [{ fields: ['note'], within: 'tenant' }] }])
      expect(() => declared(more)).to.throw('note of things is optional: it can neither sort nor be unique');
    expect(declared({ sorts: ['name'] }).sorts).to.deep.equal(['name']);
  });

  it('that is written in bulk has no history, references or unique fields', () => {
    for (const more of [
      { history: true },
      { references: [{ field: 'note', to: 'things' }] },
      { unique: [{ fields: ['name'], within: 'tenant' }] },
    ])
      expect(() => declared({ naturalId: () => 'x', ...more })).to.throw('things is written in bulk');
  });

  it('reads documents that were stored before a field came or went', () => {
    const { storedSchema, schema } = declared({});
    expect(storedSchema.parse({ name: 'a', gone: 1 })).to.deep.equal({ name: 'a', level: 0 });
    expect(schema.safeParse({ name: 'a', gone: 1 }).success).to.equal(false);
  });
});
