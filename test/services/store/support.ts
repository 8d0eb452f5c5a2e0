/** Resources for the tests of stores, and their documents. */
import { expect } from 'chai';
import { z } from 'zod';
import { type DocumentOf, resource } from '#services/resources/resource';
import { StoreFailure, type StoreFailureKind } from '#services/store/failure';
import type { Store } from '#services/store/port';

export const widgets = resource({
  collection: 'widgets',
  idPrefix: 'wid_',
  schema: z.strictObject({
    name: z.string(),
    colour: z.string(),
    serial: z.string(),
    code: z.string(),
    size: z.number(),
    uses: z.int().default(0),
    lastUsedAt: z.int().optional(),
  }),
  unique: [
    { fields: ['serial'], within: 'everywhere' },
    { fields: ['code'], within: 'tenant' },
  ],
  filters: {
    colour: 'equals',
    name: 'prefix',
    sizeFrom: { field: 'size', match: 'atLeast' },
    sizeTo: { field: 'size', match: 'atMost' },
    sizeBelow: { field: 'size', match: 'below' },
    createdFrom: { field: 'createdAt', match: 'atLeast' },
    createdBefore: { field: 'createdAt', match: 'below' },
  },
  sorts: ['name', 'size'],
  searchable: ['name', 'colour'],
  history: true,
  access: 'callers',
});

export type Widget = DocumentOf<typeof widgets>;

/** Documents that refer to widgets. */
export const fittings = resource({
  collection: 'fittings',
  idPrefix: 'fit_',
  schema: z.strictObject({ widgetId: z.string().optional() }),
  references: [{ field: 'widgetId', to: 'widgets' }],
  access: 'callers',
});

export type Fitting = DocumentOf<typeof fittings>;

/** Documents whose fields identify them. */
export const samples = resource({
  collection: 'samples',
  idPrefix: '',
  schema: z.strictObject({ series: z.string(), time: z.int(), value: z.number() }),
  naturalId: ({ series, time }) => `${series}@${time}`,
  filters: { series: { field: 'id', match: 'prefix' }, until: { field: 'id', match: 'atMost' } },
  access: 'callers',
});

export type Sample = DocumentOf<typeof samples>;

export const counters = resource({
  collection: 'counters',
  idPrefix: '',
  schema: z.strictObject({ uses: z.int().default(0) }),
  access: 'services',
});

/** Documents that are parts of widgets. */
export const screws = resource({
  collection: 'screws',
  idPrefix: 'scr_',
  schema: z.strictObject({ widgetId: z.string() }),
  references: [{ field: 'widgetId', to: 'widgets', owned: true }],
  access: 'callers',
});

export type Screw = DocumentOf<typeof screws>;

/** Documents with lists of texts. */
export const parcels = resource({
  collection: 'parcels',
  idPrefix: 'par_',
  schema: z.strictObject({ weight: z.number(), labels: z.array(z.string()), stops: z.array(z.string()).optional() }),
  filters: {
    label: { field: 'labels', match: 'contains' },
    stop: { field: 'stops', match: 'contains' },
    weight: 'equals',
  },
  sorts: ['weight'],
  history: true,
  access: 'callers',
});

export type Parcel = DocumentOf<typeof parcels>;

export const contractResources = [widgets, fittings, screws, parcels, samples, counters];

export async function failsWith(kind: StoreFailureKind, promise: Promise<unknown>): Promise<StoreFailure> {
  const failure = await promise.then(
    () => expect.fail(`expected a failure: ${kind}`),
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(StoreFailure);
  expect((failure as StoreFailure).kind).to.equal(kind);
  return failure as StoreFailure;
}

/** Makes widgets that no other test has. The tenant is ten_one unless it is given. */
export function widgetMaker() {
  let store: Store;
  let count = 0;
  const aWidget = (fields: Partial<Widget> = {}): Widget => {
    count += 1;
    return {
      tenantId: 'ten_one',
      id: `wid_${String(count).padStart(6, '0')}`,
      version: 1,
      createdAt: 1_700_000_000_000 + count,
      updatedAt: 1_700_000_000_000 + count,
      name: `widget ${count}`,
      colour: 'red',
      serial: `serial ${count}`,
      code: `code ${count}`,
      size: count,
      uses: 0,
      ...fields,
    };
  };
  const inserted = async (fields: Partial<Widget> = {}): Promise<Widget> => {
    const document = aWidget(fields);
    await store.insert(widgets, document);
    return document;
  };

  return {
    aWidget,
    inserted,
    open: (opened: Store) => {
      store = opened;
    },
  };
}

/** The store, of which the first so many replacements fail. */
export function failing(store: Store, kind: StoreFailureKind, times: number): Store {
  let failures = times;
  return Object.assign(Object.create(store), {
    replace: async (...terms: Parameters<Store['replace']>) => {
      if (failures-- > 0) throw new StoreFailure(kind, 'of this test');
      return store.replace(...terms);
    },
  });
}
