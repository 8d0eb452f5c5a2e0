import { renderedOperation } from '../operation.js';

export const health = [
  renderedOperation({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    tag: 'Health',
    scope: 'none',
    costClass: 'quick',
    wire: 'bare',
    summary: 'Liveness: the process answers',
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
    summary: 'What the gateway counts, as Prometheus exposition text',
    produces: ['text/plain'],
    handle: async (_input, { metrics }) => metrics(),
  }),
];
