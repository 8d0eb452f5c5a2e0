/** The studio: templates, and what is computed of drafts. */

import { z } from 'zod';
import { contractGreeksResponse, marketInput, type PayoffProfile, simulationOfNumber } from '#engine/schemas';
import { draftFields, drafts } from '#services/resources/draft';
import { text } from '#services/resources/text';
import { defined } from '#services/runtime/defined';
import { resultOf } from '../contract/computation.js';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import { operation } from '../contract/operation.js';
import { memoryQuery, pageOf, pageResponse } from '../contract/page.js';
import { fieldsOf } from '../portfolio/stored-portfolio.js';
import { termsFaults } from '../product/priced-terms.js';
import { createProduct, typedTerms } from '../product/stored-product.js';
import { etagHeader, writing } from '../resource/crud.js';
import { operationOf, pricePart, validPart } from '../run/part.js';
import { type Draft, fixedAt, movedMarket, priceEach, resolveDraft, spotsOf, valuedDraft } from '../studio/drafts.js';
import { templates } from '../studio/templates.js';
import { product } from './products.js';

const { collection } = drafts;
const path = '/api/v1/studio/drafts/{draftId}';
const shared = { tag: 'Studio', scope: 'price' } as const;
const params = z.strictObject({ draftId: z.string().max(200) });

/** Prices of one profile or grid, each a simulation. */
const MAX_PROFILE_POINTS = 101;
const MAX_STUDIO_GRID = 225;

const market = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({
    description: 'In place of the market of the draft, as contract/price takes it',
    anyOf: [{ $ref: '#/components/schemas/MarketInput' }, { type: 'object' }],
  });
const pricer = z.record(z.string(), z.unknown()).optional().meta({ description: 'Monte Carlo settings' });
const simulated = {
  ...shared,
  method: 'POST',
  costClass: 'simulation',
  params,
  failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
  prices: ['contract'],
  schemas: [marketInput],
} as const;

const MAX_DESCRIPTION = 2_000;

const simulation = { standardError: z.number().nonnegative(), ...simulationOfNumber };

/** A draft is checked by the operation that prices it; its market is stored as it was sent, names and all. */
export const draftWriting = writing({
  request: draftFields,
  failures: [],
  complete: async (fields, { stored }, dependencies) => {
    const { contract, market } = fields;
    if (market !== undefined) await validPart(operationOf('priceContract', dependencies), { contract, market }, stored);
    return { fields };
  },
});

export const studio = [
  operation({
    ...shared,
    id: 'listTemplates',
    method: 'GET',
    path: '/api/v1/studio/templates',
    costClass: 'quick',
    summary: 'List starting points for contracts',
    description: 'Each can be priced as it is given; its dates count from today.',
    query: memoryQuery('id', 'name', 'description'),
    response: pageResponse(
      z
        .object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          contract: z.record(z.string(), z.unknown()).meta({ description: 'As ContractSpec' }),
          market: z.record(z.string(), z.unknown()).meta({ description: 'As MarketInput' }),
        })
        .meta({ id: 'Template' }),
    ),
    handle: async ({ query, call }) => ({
      data: pageOf(templates(call.today), query, {
        idOf: ({ id }) => id,
        textOf: ({ name, description }) => `${name} ${description}`,
      }) as never,
    }),
  }),
  operation({
    ...simulated,
    id: 'priceDraft',
    path: `${path}/price`,
    summary: 'Price of a draft with its Greeks and standard error',
    description: 'The result is that of contract/greeks.',
    request: z.strictObject({ market, pricer }).meta({ id: 'DraftPricingRequest' }),
    example: { pricer: { numPaths: 4096 } },
    response: contractGreeksResponse,
    handle: async ({ params: { draftId }, body, ...run }, dependencies) => {
      const draft = await resolveDraft(draftId, body.market, run, dependencies);
      const request = { ...draft, ...(body.pricer !== undefined && { pricer: body.pricer }) };
      return (await pricePart('greeksContract', request, run, dependencies)) as never;
    },
  }),
  operation({
    ...simulated,
    id: 'payoffDraft',
    path: `${path}/payoff`,
    summary: 'Payoff and price of a draft over its spot, for a plot',
    description:
      'At each level of the spot: the payoff if the spot moves there in a straight line from its level in the market, and the price today if it were there already. Fixings that the contract leaves open are those of the market.',
    request: z
      .strictObject({
        ...{ market, pricer },
        underlying: z.string().max(64).optional().meta({ description: 'The asset that moves; by default all move in proportion' }),
        from: z
          .number()
          .positive()
          .optional()
          .meta({ description: 'Lowest spot; by default half the spot of the market, or below every level' }),
        to: z.number().positive().optional().meta({ description: 'Highest spot' }),
        points: z.int().min(2).max(MAX_PROFILE_POINTS).default(21),
      })
      .meta({ id: 'DraftPayoffRequest' }),
    example: { points: 5, pricer: { numPaths: 1024 } },
    response: z
      .object({
        underlying: z.string().optional().meta({ description: 'The asset of which `spot` is' }),
        points: z.array(z.object({ spot: z.number(), payoff: z.number(), value: z.number(), ...simulation })),
      })
      .meta({ id: 'DraftPayoffResponse' }),
    handle: async ({ params: { draftId }, body, ...run }, dependencies) => {
      const { market: statedMarket, pricer: settings, ...profile } = body;
      const draft = await valuedDraft(await resolveDraft(draftId, statedMarket, run, dependencies), settings, run, dependencies);
      const spots = spotsOf(draft);
      const { underlying, start, points } = await resultOf<PayoffProfile>(
        dependencies.pricing.payoffProfile,
        { contract: draft.contract, ...profile, spots },
        { ...run.call, today: draft.market.valuationDate ?? run.call.today },
      );
      const contract = fixedAt(draft.contract, spots);
      const requests = points.map(({ spot }) => {
        const spotShock = underlying === undefined ? 0 : spot / defined(start[underlying], 'the spot of the profile') - 1;
        return { ...draft, contract, market: movedMarket(draft.market, { spotShock, volatilityShock: 0, only: profile.underlying }) };
      });
      const { prices, outcome } = await priceEach(requests, run, dependencies);
      return {
        ...outcome,
        data: {
          ...(underlying !== undefined && { underlying }),
          points: points.map((point, i) => {
            const { price, simulation } = defined(prices[i], 'the price of a point');
            return { ...point, value: price, ...simulation };
          }),
        },
      };
    },
  }),
  operation({
    ...simulated,
    id: 'scenariosDraft',
    path: `${path}/scenarios`,
    summary: 'Prices of a draft over a grid of spot and volatility',
    description:
      'All on the same paths. Spot shocks are relative, volatility shocks absolute; a volatility that would fall below 0 is taken as 0.',
    request: z
      .strictObject({
        spotShocks: z.array(z.number().gt(-1).max(10)).min(1).max(MAX_STUDIO_GRID),
        volatilityShocks: z.array(z.number().min(-10).max(10)).min(1).max(MAX_STUDIO_GRID),
        ...{ market, pricer },
      })
      .meta({ id: 'DraftScenariosRequest' }),
    example: { spotShocks: [-0.2, 0, 0.2], volatilityShocks: [0, 0.1], pricer: { numPaths: 1024 } },
    response: z
      .object({
        basePrice: z.number(),
        ...simulation,
        results: z.array(
          z.object({
            spotShock: z.number(),
            volatilityShock: z.number(),
            price: z.number(),
            pnl: z.number().meta({ description: 'price − basePrice' }),
            ...simulation,
          }),
        ),
      })
      .meta({ id: 'DraftScenariosResponse' }),
    handle: async ({ params: { draftId }, body, ...run }, dependencies) => {
      const { spotShocks, volatilityShocks, market: statedMarket, pricer: settings } = body;
      const count = spotShocks.length * volatilityShocks.length;
      if (count > MAX_STUDIO_GRID)
        throw invalidRequest('/spotShocks', `must make at most ${MAX_STUDIO_GRID} combinations with volatilityShocks; got ${count}`);
      const draft = await valuedDraft(await resolveDraft(draftId, statedMarket, run, dependencies), settings, run, dependencies);
      const contract = fixedAt(draft.contract, spotsOf(draft));
      const grid = spotShocks.flatMap((spotShock) => volatilityShocks.map((volatilityShock) => ({ spotShock, volatilityShock })));
      const requests = [{ spotShock: 0, volatilityShock: 0 }, ...grid].map((shocks) => ({
        ...{ ...draft, contract, market: movedMarket(draft.market, shocks) },
      }));
      const { prices, outcome } = await priceEach(requests, run, dependencies);
      const [first, ...shocked] = prices;
      const base = defined(first, 'the base price');
      return {
        ...outcome,
        data: {
          basePrice: base.price,
          ...base.simulation,
          results: grid.map((shocks, i) => {
            const { price, simulation } = defined(shocked[i], 'the price of a scenario');
            return { ...shocks, price, pnl: price - base.price, ...simulation };
          }),
        },
      };
    },
  }),
  operation({
    ...shared,
    id: 'publishDraft',
    method: 'POST',
    path: `${path}/publish`,
    costClass: 'store',
    summary: 'Make a published product of a draft',
    description: 'The draft stays. Terms that have ended are refused with a 409.',
    status: 201,
    params,
    request: z
      .strictObject({ name: text(200).optional(), description: text(MAX_DESCRIPTION).optional() })
      .meta({ id: 'PublishDraftRequest', description: 'Of the product; by default those of the draft' }),
    example: { name: 'Down-and-out call' },
    response: product,
    responseHeaders: { ...etagHeader, Location: 'Path of the new resource' },
    failures: ['SVC-LIMIT-003', 'SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ params: { draftId: id }, body, call }, { documents, pricing }) => {
      const { name, contract, notes } = fieldsOf<Draft>(await documents.getDocument({ collection, id, version: 0 }, call));
      const faults = await termsFaults(typedTerms({ type: 'contract', terms: { ...contract } }), call, { pricing });
      const problems = faults.map(({ pointer, reason }) => ({ pointer: pointer.replace(/^\/terms/, '/contract'), reason }));
      const [problem] = problems;
      if (problem !== undefined) throw new HttpFailure('SVC-RES-002', `${id} is not valid: ${problem.pointer} ${problem.reason}`, problems);
      const described = body.description ?? notes?.slice(0, MAX_DESCRIPTION);
      return createProduct(
        {
          name: body.name ?? name,
          ...(described !== undefined && { description: described }),
          ...{ type: 'contract', terms: { ...contract }, status: 'published', publishedVersion: 1 },
        },
        call,
        documents,
      );
    },
  }),
];
