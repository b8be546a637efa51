import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from '../../../support/stack.ts';

/** A rule of `deploy/alerts.yml`. */
interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** Reads all alert rules of `deploy/alerts.yml`. */
export function readAlerts(): readonly Alert[] {
  const { groups } = parse(readFileSync(`${ROOT}deploy/alerts.yml`, 'utf8')) as {
    groups: { rules: Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** Reads all PromQL expressions of `deploy/dashboard.json`. */
export function readDashboard(): readonly string[] {
  const { panels } = JSON.parse(readFileSync(`${ROOT}deploy/dashboard.json`, 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** Returns the names of the gateway's metrics in a PromQL expression. `up` is no match: Prometheus makes it. */
export const metricNamesIn = (expr: string): string[] =>
  expr.match(/\b(?:trivium|process|nodejs)_[a-z0-9_]+/g) ?? [];

/** A label matcher of a PromQL expression: the metric and the values that the matcher selects. */
interface LabelSelector {
  readonly metric: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** Returns the label matchers on counters in a PromQL expression. Such a counter needs a sample of 0 before its first event. */
export const labelSelectorsIn = (expr: string): LabelSelector[] =>
  [...expr.matchAll(/\b(trivium_\w+_(?:total|count))\{(\w+)=~?"([^"]+)"\}/g)].map(
    ([, metric = '', label = '', values = '']) => ({ metric, label, values: values.split('|') }),
  );

/** Returns the names of all series in the text of `/metrics`; a histogram has three. */
export function exportedMetricNames(text: string): ReadonlySet<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [`${name}`],
    ),
  );
}
