/** Stored portfolios and their positions. */

import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '#engine/schemas';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { portfolios as resource } from '#services/resources/portfolio';
import { positionFields, positions } from '#services/resources/position';
import { defined } from '#services/runtime/defined';
import { notThere } from '../contract/errors.js';
import { KIND_OPERATIONS } from '../contract/instrument.js';
import { type Dependencies, operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import type { StoredData } from '../contract/stored-data.js';
import { crud, documentSchema, documentView, etagHeader } from '../resource/crud.js';
import { operationOf, placing, validPart } from '../run/part.js';

const path = '/api/v1/portfolios';
const shared = { tag: 'Portfolios', scope: 'portfolio', costClass: 'store' } as const;
const holdings = [{ required: ['tradeId'] }, { required: ['productId'] }, { required: ['instrument'] }] as const;

const positionRequest = positionFields
  .superRefine(oneAlternative(...holdings))
  .meta({ id: 'PositionFields', description: 'A quantity of one trade, product or instrument', ...oneOfRequired(...holdings) });
const position = documentSchema(positions, 'Position');
const portfolioId = z.string().max(200);

const [listPortfolios, createPortfolio, , , deletePortfolio] = crud(resource, {
  ...{ tag: shared.tag, path, scope: shared.scope },
  singular: 'Portfolio',
  plural: 'Portfolios',
  example: { name: 'Index options', description: 'Hedges of the structured book' },
});

export const portfolios = [
  defined(listPortfolios, 'listPortfolios'),
  defined(createPortfolio, 'createPortfolio'),
  operation({
    ...shared,
    id: 'getPortfolio',
    method: 'GET',
    path: `${path}/{portfolioId}`,
    summary: 'Get a portfolio with its positions',
    description: 'Its items are its positions, page by page.',
    params: z.strictObject({ portfolioId }),
    query: pageQuery.extend({
      limit: pageQuery.shape.limit.unwrap().default(MAX_PAGE_LIMIT),
      sort: z.enum(['createdAt', '-createdAt']).default('createdAt').meta({ description: 'By default the oldest first' }),
    }),
    response: documentSchema(resource, 'Portfolio').extend(pageResponse(position).shape),
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params, query: { limit, cursor = '', sort }, call }, { documents }) => {
      const { portfolioId: id } = params;
      const portfolio = await documents.getDocument({ collection: resource.collection, id, version: 0 }, call);
      const filtersJson = JSON.stringify({ portfolioId: id });
      const { collection } = positions;
      const page = await documents.listDocuments({ collection, limit, cursor, sort, filtersJson, search: '' }, call);
      const { items, nextCursor } = page;
      const view = documentView(portfolio) as object;
      return {
        data: { ...view, items: items.map(documentView), ...(nextCursor && { nextCursor }) } as never,
        headers: { ETag: `"${portfolio.version}"` },
      };
    },
  }),
  {
    ...defined(deletePortfolio, 'deletePortfolio'),
    description: 'Its positions go with it. Refused with a 409 while trades belong to it. With If-Match, only that version is deleted.',
  },
  operation({
    ...shared,
    id: 'addPosition',
    method: 'POST',
    path: `${path}/{portfolioId}/positions`,
    summary: 'Add a position to a portfolio',
    description: 'An instrument is checked by the operation that prices its kind; it is priced only when the portfolio is.',
    status: 201,
    params: z.strictObject({ portfolioId }),
    request: positionRequest,
    example: {
      quantity: 100,
      instrument: {
        kind: 'vanilla',
        underlying: 'ACME',
        spot: 100,
        strike: 105,
        rate: 0.03,
        volatility: 0.25,
        time: 0.5,
        optionType: 'call',
      },
    },
    response: position,
    responseHeaders: { Location: 'Path of the new resource' },
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params, body, call, stored }, dependencies) => {
      const { portfolioId: ownerId } = params;
      // The portfolio first: another tenant's answers in the same words, whatever the position.
      await dependencies.documents.getDocument({ collection: resource.collection, id: ownerId, version: 0 }, call);
      if (body.instrument !== undefined) await checkInstrument(body.instrument, stored, dependencies);
      const fieldsJson = JSON.stringify({ ...body, portfolioId: ownerId });
      const document = await dependencies.documents.createDocument(
        { collection: positions.collection, fieldsJson, requestId: call.requestId },
        call,
      );
      return {
        data: documentView(document),
        headers: { Location: `${path}/${encodeURIComponent(ownerId)}/positions/${encodeURIComponent(document.id)}` },
      };
    },
  }),
  operation({
    ...shared,
    id: 'removePosition',
    method: 'DELETE',
    path: `${path}/{portfolioId}/positions/{positionId}`,
    summary: 'Remove a position from a portfolio',
    params: z.strictObject({ portfolioId, positionId: z.string().max(200) }),
    response: z.object({ id: z.string() }),
    failures: ['SVC-RES-001'],
    handle: async ({ params, call }, { documents }) => {
      const { portfolioId: ownerId, positionId: id } = params;
      const { collection } = positions;
      const { fieldsJson } = await documents.getDocument({ collection, id, version: 0 }, call);
      if ((JSON.parse(fieldsJson) as { portfolioId: string }).portfolioId !== ownerId) throw notThere(id);
      await documents.removeDocument({ collection, id, expectedVersion: 0 }, call);
      return { data: { id } };
    },
  }),
];

/**
 * Names of stored data are kept as they are: they are looked up here only to see that they can be used, and again whenever it is priced.
 *
 * @throws HttpFailure SVC-REQ-001 with the faults that the operation of its kind finds
 */
async function checkInstrument(
  { kind, ...fields }: z.output<typeof positionFields.shape.instrument> & object,
  stored: StoredData,
  dependencies: Dependencies,
) {
  const { underlying, ...request } = fields as Record<string, unknown>;
  const named = kind === 'vanilla' ? request : fields;
  await placing(
    (pointer) => `/instrument${pointer}`,
    () => validPart(operationOf(KIND_OPERATIONS[kind], dependencies), named, stored),
  );
}
