/** The alerts and dashboards of the component `monitoring`, as Prometheus and Grafana read them. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '#services/runtime/version';

const folder = path.join(packageRoot, 'k8s/components/monitoring');

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly annotations?: { readonly summary: string; readonly runbook: string };
  readonly labels?: { readonly severity: string };
}

/** The part of the resource that Prometheus itself takes. */
export const ruleFile = (parse(readFileSync(path.join(folder, 'rules.yaml'), 'utf8')) as { spec: { groups: { rules: Rule[] }[] } }).spec;
const rules = ruleFile.groups.flatMap((group) => group.rules);
export const alerts = rules.filter(({ alert }) => alert !== undefined);

/** A rule by which Prometheus's adapter answers an autoscaler. */
interface AdapterRule {
  readonly seriesQuery: string;
  readonly name?: { readonly as: string };
  readonly metricsQuery: string;
}

const { rules: adapter } = parse(readFileSync(path.join(folder, '../autoscaling/adapter-values.yaml'), 'utf8')) as {
  rules: { custom: AdapterRule[]; external: AdapterRule[] };
};
export const adapterRules = [...adapter.custom, ...adapter.external];
const seriesOf = ({ seriesQuery }: AdapterRule): string => /^\w+/.exec(seriesQuery)?.[0] ?? '';
/** The name by which an autoscaler asks for it. */
export const metricOf = (rule: AdapterRule): string => rule.name?.as ?? seriesOf(rule);
/** The query of a rule as the adapter sends it. */
export const adapterQuery = (rule: AdapterRule, groupBy = 'pod'): string =>
  rule.metricsQuery
    .replaceAll('<<.GroupBy>>', groupBy)
    .replaceAll('<<.Series>>', seriesOf(rule))
    .replaceAll('<<.LabelMatchers>>', 'service!=""');

interface Dashboard {
  readonly title: string;
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const dashboardFolder = path.join(folder, 'dashboards');
export const dashboardNames = readdirSync(dashboardFolder).filter((name) => name.endsWith('.json'));
export const dashboardText = (name: string): string => readFileSync(path.join(dashboardFolder, name), 'utf8');

/** Each expression of the rules and the dashboards, with the name of what shows it; an interval stands for Grafana's own. */
export const expressions: readonly { readonly shownBy: string; readonly expression: string }[] = [
  ...adapterRules.map((rule) => ({ shownBy: `the adapter: ${rule.seriesQuery}`, expression: adapterQuery(rule) })),
  ...rules.map(({ alert, record, expr }) => ({ shownBy: alert ?? record ?? '', expression: expr })),
  ...dashboardNames.flatMap((name) =>
    (JSON.parse(dashboardText(name)) as Dashboard).panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ shownBy: `${name}: ${title}`, expression: expr.replaceAll('$__rate_interval', '15s') })),
    ),
  ),
];

export const dashboardBuilder = path.join(dashboardFolder, 'build.mjs');

/** The reason why Prometheus checks nothing here, or undefined where it does. */
export const leftOut = spawnSync('promtool', ['--version']).error === undefined ? undefined : 'prometheus is not installed';
if (leftOut !== undefined) process.stderr.write(`  The alerts and dashboards are not checked by Prometheus: ${leftOut}\n`);
