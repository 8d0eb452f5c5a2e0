/** Counts priced results by their pricer, and those with a warning, for operators: a pricer that begins to warn is a market to look at. */
import client from 'prom-client';
import type { Registry } from '#services/runtime/metrics';
import type { Manifest } from '../contract/manifest.js';

export function countResults(registry: Registry): (manifest: Manifest) => void {
  const common = { labelNames: ['pricer'] as const, registers: [registry] };
  const results = new client.Counter({ name: 'svc_priced_results_total', help: 'Priced results, by their pricer.', ...common });
  const warned = new client.Counter({
    ...{ name: 'svc_warned_results_total', help: 'Priced results whose manifest has a warning, by their pricer.' },
    ...common,
  });
  return ({ pricerId: pricer, warnings = [] }) => {
    results.inc({ pricer });
    if (warnings.length > 0) warned.inc({ pricer });
  };
}
