/** Writes the dashboards of Grafana beside this file: `node k8s/components/monitoring/dashboards/build.mjs`. Titles and expressions stand here alone. */
import { writeFileSync } from 'node:fs';

/** A row of the grid has 24 columns. */
const PANEL = { w: 8, h: 8, perRow: 3 };

/** @typedef {{ title: string, unit: string, queries: readonly (readonly [expression: string, legend: string])[] }} Panel */

/** @returns {Panel} */
const panel = (title, unit, ...queries) => ({ title, unit, queries });

/** Units are Grafana's: reqps (per second), s, bytes, percentunit, short. */
const DASHBOARDS = {
  service: {
    title: 'Derivatives: service and tenants',
    panels: [
      panel('Requests by status', 'reqps', ['sum by (status) (rate(svc_http_requests_total[$__rate_interval]))', '{{status}}']),
      panel('Error budget burn, one hour', 'short', ['cost_class:svc_http_error_burn:rate1h', '{{cost_class}}']),
      panel('Late answers: budget burn, one hour', 'short', ['cost_class:svc_http_late_burn:rate1h', '{{cost_class}}']),
      panel('99 % of answers within', 's', [
        'histogram_quantile(0.99, sum by (cost_class, le) (rate(svc_http_request_duration_seconds_bucket{status="2xx"}[$__rate_interval])))',
        '{{cost_class}}',
      ]),
      panel('Half of answers within', 's', [
        'histogram_quantile(0.5, sum by (cost_class, le) (rate(svc_http_request_duration_seconds_bucket{status="2xx"}[$__rate_interval])))',
        '{{cost_class}}',
      ]),
      panel('Operations that take most time', 'short', [
        'topk(10, sum by (operation) (rate(svc_http_operation_seconds_total[$__rate_interval])))',
        '{{operation}}',
      ]),
      panel('Failures by code', 'reqps', ['sum by (code) (rate(svc_http_errors_total[$__rate_interval])) > 0', '{{code}}']),
      panel('Requests in flight', 'short', ['sum by (pod, instance) (svc_http_requests_in_flight)', '{{pod}}{{instance}}']),
      panel('Bytes stored by tenants, by kind', 'bytes', ['max by (kind) (svc_stored_bytes)', '{{kind}}']),
      panel('Results by pricer', 'reqps', ['topk(10, sum by (pricer) (rate(svc_priced_results_total[$__rate_interval])))', '{{pricer}}']),
      panel('Share of results with a warning', 'percentunit', [
        'sum by (pricer) (rate(svc_warned_results_total[$__rate_interval])) / sum by (pricer) (rate(svc_priced_results_total[$__rate_interval])) > 0',
        '{{pricer}}',
      ]),
      panel('Connections refused', 'reqps', ['sum by (limit) (rate(svc_http_connections_refused_total[$__rate_interval]))', '{{limit}}']),
    ],
  },
  compute: {
    title: 'Derivatives: compute',
    panels: [
      panel('Longest wait of a run', 's', ['max by (service, queue) (svc_queue_longest_wait_seconds)', '{{queue}} of {{service}}']),
      panel('Runs that wait', 'short', ['sum by (service, queue) (svc_queue_waiting)', '{{queue}} of {{service}}']),
      panel('99 % of runs wait at most', 's', [
        'histogram_quantile(0.99, sum by (service, queue, le) (rate(svc_queue_wait_seconds_bucket[$__rate_interval])))',
        '{{queue}} of {{service}}',
      ]),
      panel('Runs refused', 'reqps', [
        'sum by (service, queue) (rate(svc_queue_refusals_total[$__rate_interval]))',
        '{{queue}} of {{service}}',
      ]),
      panel('Paths simulated per second', 'short', [
        'sum by (backend) (rate(svc_paths_simulated_total[$__rate_interval]))',
        '{{backend}}, finished',
      ]),
      panel('Fallbacks of backends', 'reqps', [
        'sum by (from, to, reason) (rate(svc_backend_fallbacks_total[$__rate_interval])) > 0',
        '{{from}} to {{to}}: {{reason}}',
      ]),
      panel('Processor time', 'short', ['sum by (service) (rate(process_cpu_seconds_total[$__rate_interval]))', '{{service}}']),
      panel('Memory', 'bytes', ['sum by (service) (process_resident_memory_bytes)', '{{service}}']),
      panel('Event loop lag, 99 %', 's', ['max by (service) (nodejs_eventloop_lag_p99_seconds)', '{{service}}']),
      panel('Time in calls of services', 'short', [
        'topk(10, sum by (service, method) (rate(svc_grpc_server_call_seconds_total[$__rate_interval])))',
        '{{service}} {{method}}',
      ]),
      panel('Failed calls of services', 'reqps', [
        'sum by (service, method, code) (rate(svc_grpc_server_calls_total{code!="OK"}[$__rate_interval])) > 0',
        '{{service}} {{method}} {{code}}',
      ]),
      panel('Results from the cache', 'percentunit', [
        'sum by (service) (rate(svc_result_cache_total{outcome="hit"}[$__rate_interval])) / sum by (service) (rate(svc_result_cache_total[$__rate_interval]))',
        '{{service}}',
      ]),
    ],
  },
  'store-and-jobs': {
    title: 'Derivatives: store and jobs',
    panels: [
      panel('Calls that the store could not serve', 'reqps', [
        'sum by (call) (rate(svc_store_failures_total[$__rate_interval])) > 0',
        '{{call}}',
      ]),
      panel('Free disk', 'bytes', ['min(svc_store_free_bytes)', 'free']),
      panel('Refused writes', 'reqps', ['sum by (bound) (rate(svc_store_refused_total[$__rate_interval]))', '{{bound}}']),
      panel('Calls of the reference service', 'reqps', [
        'topk(10, sum by (method) (rate(svc_grpc_server_calls_total{service="reference"}[$__rate_interval])))',
        '{{method}}',
      ]),
      panel('99 % of calls of the reference service within', 's', [
        'histogram_quantile(0.99, sum by (le) (rate(svc_grpc_server_duration_seconds_bucket{service="reference"}[$__rate_interval])))',
        'seconds',
      ]),
      panel('Repeated calls', 'reqps', [
        'sum by (target, why) (rate(svc_grpc_client_repetitions_total[$__rate_interval])) > 0',
        '{{target}}: {{why}}',
      ]),
      panel('Runs and blocks of jobs', 'short', ['max by (state) (svc_job_units)', '{{state}}']),
      panel('Runs of jobs by outcome', 'reqps', ['sum by (outcome) (rate(svc_job_runs_total[$__rate_interval]))', '{{outcome}}']),
      panel('90 % of runs and blocks wait at most', 's', [
        'histogram_quantile(0.9, sum by (le) (rate(svc_job_wait_seconds_bucket[$__rate_interval])))',
        'seconds',
      ]),
    ],
  },
};

const placed = ({ title, unit, queries }, index) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource: { type: 'prometheus', uid: '$datasource' },
  gridPos: { x: PANEL.w * (index % PANEL.perRow), y: PANEL.h * Math.floor(index / PANEL.perRow), w: PANEL.w, h: PANEL.h },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: queries.map(([expr, legendFormat], n) => ({ refId: String.fromCharCode(65 + n), expr, legendFormat })),
});

for (const [name, { title, panels }] of Object.entries(DASHBOARDS)) {
  const dashboard = {
    uid: `derivatives-${name}`,
    title,
    tags: ['derivatives-service'],
    timezone: 'browser',
    refresh: '30s',
    schemaVersion: 39,
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels: panels.map(placed),
  };
  writeFileSync(new URL(`./${name}.json`, import.meta.url), `${JSON.stringify(dashboard, undefined, 2)}\n`);
}
