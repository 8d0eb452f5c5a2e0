import { z } from 'zod';
import { resource } from './resource.js';
import { text } from './text.js';

const portfolioFields = z
  .strictObject({ name: text(200), description: text(2_000).optional() })
  .meta({ id: 'PortfolioFields', description: 'A named set of positions' });

export const portfolios = resource({
  collection: 'portfolios',
  idPrefix: 'pfl_',
  schema: portfolioFields,
  filters: { name: 'prefix' },
  sorts: ['name'],
  searchable: ['name', 'description'],
  access: 'callers',
});
