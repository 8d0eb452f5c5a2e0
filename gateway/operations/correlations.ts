/** Stored correlation matrices. */
import { z } from 'zod';
import { type CorrelationMatrixResponse, correlationMatrixFields, requireSymmetricUnitDiagonal } from '#engine/schemas';
import { correlations as resource } from '#services/resources/correlation';
import { text } from '#services/resources/text';
import { resultOf } from '../contract/computation.js';
import { operation } from '../contract/operation.js';
import { documentSchema, etagHeader, putDocument, withEtag } from '../resource/crud.js';

const { collection } = resource;
const path = '/api/v1/market-data/correlations';

const request = z
  .strictObject({ name: text(200), ...correlationMatrixFields })
  .superRefine(requireSymmetricUnitDiagonal)
  .meta({ id: 'CorrelationRequest', description: 'A correlation matrix under its name' });

export const correlations = [
  operation({
    id: 'putCorrelation',
    method: 'POST',
    path,
    tag: 'Market Data',
    scope: 'price',
    costClass: 'calibration',
    summary: 'Insert or update a correlation matrix',
    description:
      'A matrix of a name that is there is replaced (200); another one is created (201). It must be positive semi-definite to 1e-10, or is replaced by the nearest correlation matrix with `repair`, which `repaired` then reports.',
    request,
    example: resource.api?.example ?? {},
    response: documentSchema(resource, 'Correlation'),
    otherStatuses: [201],
    responseHeaders: { ...etagHeader, Location: 'Path of the matrix' },
    handle: async ({ body, call }, { calibration, documents }) => {
      const { name, assets, matrix, repair } = body;
      const checked = await resultOf<CorrelationMatrixResponse>(calibration.correlationMatrix, { assets, matrix, repair }, call);
      const fieldsJson = JSON.stringify({ name, assets, ...checked });
      const document = await putDocument({
        find: async () => {
          const filtersJson = JSON.stringify({ exactName: name });
          const { items } = await documents.listDocuments({ collection, limit: 1, cursor: '', sort: '', search: '', filtersJson }, call);
          return items.at(0);
        },
        create: () => documents.createDocument({ collection, fieldsJson, requestId: call.requestId }, call),
        replace: ({ id, version }) => documents.replaceDocument({ collection, id, expectedVersion: version, fieldsJson }, call),
      });
      const { data, headers } = withEtag(document);
      const status = document.version === 1 ? 201 : 200;
      return { status, data, headers: { ...headers, Location: `${path}/${encodeURIComponent(document.id)}` } };
    },
  }),
];
