import { renderedOperation } from '../contract/operation.js';

export const health = [
  renderedOperation({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    tag: 'Health',
    scope: 'none',
    costClass: 'quick',
    wire: 'bare',
    summary: 'Liveness of the gateway process',
    produces: ['application/json'],
    handle: async () => ({ contentType: 'application/json; charset=utf-8', body: JSON.stringify({ status: 'ok' }) }),
  }),
  renderedOperation({
    id: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    tag: 'Health',
    scope: 'any',
    costClass: 'quick',
    wire: 'document',
    summary: 'Metrics of the gateway, as Prometheus exposition text',
    produces: ['text/plain'],
    handle: async (_input, { metrics }) => metrics(),
  }),
];
