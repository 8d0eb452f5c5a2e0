/** The list of operations: everything that the gateway serves. Routing, limits and OpenAPI follow from it. */
import { distinctOperations, type Operation } from '../contract/operation.js';
import { crudOperations, resourcesUnder } from '../resource/crud.js';
import { american } from './american.js';
import { approvals } from './approvals.js';
import { artifacts } from './artifacts.js';
import { calibration } from './calibration.js';
import { contractDsl } from './contract-dsl.js';
import { convertible } from './convertible.js';
import { correlations } from './correlations.js';
import { counterparties } from './counterparties.js';
import { curveOperations, curveWriting } from './curves.js';
import { governance } from './governance.js';
import { health } from './health.js';
import { hedging } from './hedging.js';
import { jobs } from './jobs.js';
import { limitUtilisation } from './limit-utilisation.js';
import { marketData } from './market-data.js';
import { portfolio } from './portfolio.js';
import { portfolios } from './portfolios.js';
import { pricing } from './pricing.js';
import { products } from './products.js';
import { receipts } from './receipts.js';
import { risk } from './risk.js';
import { snapshots } from './snapshots.js';
import { structuredProducts } from './structured-products.js';
import { draftWriting, studio } from './studio.js';
import { surfaceOperations, surfaceWriting } from './surfaces.js';
import { trades } from './trades.js';
import { validation } from './validation.js';
import { vanilla } from './vanilla.js';
import { xva } from './xva.js';

export const operations: readonly Operation[] = distinctOperations([
  ...health,
  ...pricing,
  ...vanilla,
  ...contractDsl,
  ...american,
  ...convertible,
  ...structuredProducts,
  ...calibration,
  ...marketData,
  ...crudOperations(resourcesUnder('/api/v1/'), { curves: curveWriting, surfaces: surfaceWriting, drafts: draftWriting }),
  ...curveOperations,
  ...surfaceOperations,
  ...snapshots,
  ...correlations,
  ...counterparties,
  limitUtilisation,
  ...portfolio,
  ...portfolios,
  ...trades,
  ...products,
  ...studio,
  ...risk,
  ...xva,
  ...hedging,
  ...governance,
  ...receipts,
  ...jobs,
  ...artifacts,
  ...approvals,
  ...validation,
]);
