/** The alerts: each fires where it should and is quiet where it should be, by Prometheus's own test of rules; and each has its page. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { temporaryFolders } from '../support/folder.js';
import { type ConfigMap, named, leftOut as nothingRenders, ofKind, overlay, render } from '../support/kube/manifests.js';
import { alerts, dashboardBuilder, dashboardNames, dashboardText, leftOut, ruleFile } from '../support/kube/monitoring.js';

/** Series by their selector, in Prometheus's notation of a value per minute: `0+6x90` begins at 0 and rises by 6 for 90 minutes. */
type Series = Readonly<Record<string, string>>;

interface Case {
  readonly series: Series;
  /** Minutes after which the alert is looked at. */
  readonly minutes: number;
  /** Labels of the alert beside its severity; absent where it must be quiet. */
  readonly labels?: Readonly<Record<string, string>>;
}

const COUNT = 'svc_http_request_duration_seconds_count';
const requests = (good: string, bad: string): Series => ({
  [`${COUNT}{cost_class="quick",status="2xx"}`]: good,
  [`${COUNT}{cost_class="quick",status="5xx"}`]: bad,
});
const answers = (all: string, inTime: string): Series => ({
  [`${COUNT}{cost_class="store",status="2xx"}`]: all,
  'svc_http_request_duration_seconds_bucket{cost_class="store",status="2xx",le="0.25"}': inTime,
});
const pricing = { service: 'pricing' };

/** Each alert has a case in which it fires and one, near it, in which it does not. */
const CASES: Readonly<Record<string, readonly [fires: Case, quiet: Case]>> = {
  RequestsFail: [
    { series: requests('0+98x90', '0+2x90'), minutes: 90, labels: { cost_class: 'quick' } },
    { series: requests('0+9995x90', '0+5x90'), minutes: 90 },
  ],
  RequestsLate: [
    { series: answers('0+100x90', '0+80x90'), minutes: 90, labels: { cost_class: 'store' } },
    { series: answers('0+100x90', '0+95x90'), minutes: 90 },
  ],
  ProcessDown: [
    {
      series: { 'up{job="derivatives/derivatives-service",instance="a"}': '1 1 0x10' },
      minutes: 8,
      labels: { job: 'derivatives/derivatives-service', instance: 'a' },
    },
    { series: { 'up{job="derivatives/derivatives-service",instance="a"}': '1 0 1x10' }, minutes: 8 },
  ],
  ProcessRestarts: [
    { series: { 'process_start_time_seconds{service="pricing"}': '1 2 3 4x10' }, minutes: 10, labels: pricing },
    { series: { 'process_start_time_seconds{service="pricing"}': '1 2 2 2x10' }, minutes: 10 },
  ],
  StoreFails: [
    { series: { 'svc_store_failures_total{service="reference",call="put"}': '0+1x20' }, minutes: 15, labels: { service: 'reference' } },
    { series: { 'svc_store_failures_total{service="reference",call="put"}': '0 1x20' }, minutes: 15 },
  ],
  DiskNearlyFull: [
    { series: { 'svc_store_free_bytes{service="reference"}': '1000000000x20' }, minutes: 10, labels: { service: 'reference' } },
    { series: { 'svc_store_free_bytes{service="reference"}': '3000000000x20' }, minutes: 10 },
  ],
  TenantsRefusedStorage: [
    { series: { 'svc_store_refused_total{bound="quota"}': '0+1x60' }, minutes: 40, labels: { bound: 'quota' } },
    { series: { 'svc_store_refused_total{bound="quota"}': '0x60' }, minutes: 40 },
  ],
  QueueLong: [
    {
      series: { 'svc_queue_longest_wait_seconds{service="risk",queue="simulations"}': '20x20' },
      minutes: 10,
      labels: { service: 'risk', queue: 'simulations' },
    },
    { series: { 'svc_queue_longest_wait_seconds{service="risk",queue="simulations"}': '5x20' }, minutes: 10 },
  ],
  QueueRefuses: [
    {
      series: { 'svc_queue_refusals_total{service="risk",queue="simulations"}': '0+2x30' },
      minutes: 20,
      labels: { service: 'risk', queue: 'simulations' },
    },
    { series: { 'svc_queue_refusals_total{service="risk",queue="simulations"}': '0 2x30' }, minutes: 20 },
  ],
  JobsWait: [
    {
      series: { 'svc_job_units{state="due"}': '4x40', 'svc_job_runs_total{outcome="succeeded"}': '7x40' },
      minutes: 30,
      labels: { state: 'due' },
    },
    { series: { 'svc_job_units{state="due"}': '4x40', 'svc_job_runs_total{outcome="succeeded"}': '0+1x40' }, minutes: 30 },
  ],
  JobsFail: [
    {
      series: { 'svc_job_runs_total{outcome="succeeded"}': '0+8x90', 'svc_job_runs_total{outcome="failed"}': '0+2x90' },
      minutes: 90,
      labels: {},
    },
    { series: { 'svc_job_runs_total{outcome="succeeded"}': '0+99x90', 'svc_job_runs_total{outcome="failed"}': '0+1x90' }, minutes: 90 },
  ],
  EventLoopBusy: [
    { series: { 'nodejs_eventloop_lag_p99_seconds{service="pricing"}': '0.5x30' }, minutes: 20, labels: pricing },
    { series: { 'nodejs_eventloop_lag_p99_seconds{service="pricing"}': '0.5x3 0.02x30' }, minutes: 20 },
  ],
  BackendFallback: [
    {
      series: { 'svc_backend_fallbacks_total{service="pricing",from="webgpu",to="cpu",reason="device_lost"}': '0 0 1x20' },
      minutes: 5,
      labels: { ...pricing, from: 'webgpu', to: 'cpu', reason: 'device_lost' },
    },
    { series: { 'svc_backend_fallbacks_total{service="pricing",from="webgpu",to="cpu",reason="device_lost"}': '3x20' }, minutes: 5 },
  ],
  SimdAbsent: [
    { series: { 'svc_plain_loop_computations_total{service="risk"}': '0+1x20' }, minutes: 10, labels: { service: 'risk' } },
    { series: { 'svc_plain_loop_computations_total{service="risk"}': '0x20' }, minutes: 10 },
  ],
  WarningsRise: [
    {
      series: { 'svc_priced_results_total{pricer="p"}': '0+10x90', 'svc_warned_results_total{pricer="p"}': '0+6x90' },
      minutes: 80,
      labels: { pricer: 'p' },
    },
    // Every result has a warning, but they are too few to tell.
    { series: { 'svc_priced_results_total{pricer="p"}': '0+1x90', 'svc_warned_results_total{pricer="p"}': '0+1x90' }, minutes: 80 },
  ],
  LogLinesLost: [
    { series: { 'svc_log_dropped_lines_total{service="pricing"}': '0 5x20' }, minutes: 5, labels: pricing },
    { series: { 'svc_log_dropped_lines_total{service="pricing"}': '5x20' }, minutes: 5 },
  ],
};

describe('the alerts', () => {
  it('each have a page that says what to do, of their own name', () => {
    const page = readFileSync(path.join(packageRoot, 'k8s/ALERTS.md'), 'utf8');
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
    expect(sections).to.deep.equal(alerts.map(({ alert }) => alert));
    for (const { alert, annotations } of alerts) expect(annotations?.runbook).to.equal(`k8s/ALERTS.md#${alert!.toLowerCase()}`);
  });

  it('each have a case in which they fire and one in which they do not', () => {
    expect(Object.keys(CASES)).to.have.members(alerts.map(({ alert }) => alert!));
  });

  if (leftOut !== undefined) return;
  const newFolder = temporaryFolders();

  /** @returns what Prometheus's test of the rules says against the case: nothing where it is as expected */
  const against = (alert: string, { series, minutes, labels }: Case): string => {
    const folder = newFolder();
    const { labels: severity } = alerts.find((each) => each.alert === alert)!;
    writeFileSync(path.join(folder, 'rules.json'), JSON.stringify(ruleFile));
    // The texts of alerts hold values; a rule of their labels alone is compared.
    const rule = `count by (${['alertname', 'severity', ...Object.keys(labels ?? {})].join(', ')}) (ALERTS{alertname="${alert}",alertstate="firing"})`;
    const expected = labels && [{ labels: labelsOf({ alertname: alert, ...severity, ...labels }), value: 1 }];
    const test = {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [{ expr: rule, eval_time: `${minutes}m`, exp_samples: expected ?? [] }],
    };
    const cases = { rule_files: ['rules.json'], evaluation_interval: '1m', tests: [test] };
    writeFileSync(path.join(folder, 'cases.json'), JSON.stringify(cases));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'cases.json'], { cwd: folder, encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  };

  for (const [alert, [fires, quiet]] of Object.entries(CASES)) {
    it(`fire: ${alert}`, () => expect(against(alert, fires)).to.equal(''));
    it(`are quiet where they should be: ${alert}`, () => expect(against(alert, quiet)).to.equal(''));
  }
});

const labelsOf = (labels: Readonly<Record<string, string>>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}}`;

describe('the dashboards', () => {
  it('are as their list has them', () => {
    const written = dashboardNames.map(dashboardText);
    expect(spawnSync(process.execPath, [dashboardBuilder]).status).to.equal(0);
    expect(dashboardNames.map(dashboardText)).to.deep.equal(written);
  });

  if (nothingRenders !== undefined) return;
  it('reach the cluster with the overlay “monitored”, as do the alerts and the pods to read', () => {
    const { resources } = render(overlay('monitored'));
    expect(Object.keys(named(ofKind<ConfigMap>(resources, 'ConfigMap'), 'derivatives-dashboards').data)).to.have.members(dashboardNames);
    expect(['PrometheusRule', 'PodMonitor'].map((kind) => ofKind(resources, kind).length)).to.deep.equal([1, 1]);
  });
});
