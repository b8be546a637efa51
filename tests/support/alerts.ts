import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from './stack.ts';

/** A rule of `deploy/alerts.yml`. */
interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** All rules that operators are given. */
export function readAlerts(): readonly Alert[] {
  const { groups } = parse(readFileSync(`${ROOT}deploy/alerts.yml`, 'utf8')) as {
    groups: { rules: Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** All expressions of the dashboard that operators are given. */
export function readDashboard(): readonly string[] {
  const { panels } = JSON.parse(readFileSync(`${ROOT}deploy/dashboard.json`, 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** The metrics that an expression of Prometheus asks for, and `up`, which Prometheus makes itself, left out. */
export const metricsIn = (expr: string): string[] =>
  expr.match(/\b(?:trivium|process|nodejs)_[a-z0-9_]+/g) ?? [];

/** What counts something, and which values of which label an alert is about. */
interface Selected {
  readonly metric: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** The counts that an expression asks for by a label's value, where something has to be said of them before the first. */
export const selectedIn = (expr: string): Selected[] =>
  [...expr.matchAll(/\b(trivium_\w+_(?:total|count))\{(\w+)=~?"([^"]+)"\}/g)].map(
    ([, metric = '', label = '', values = '']) => ({ metric, label, values: values.split('|') }),
  );

/** The metrics that a gateway tells, from the text of its `/metrics`; a histogram is three. */
export function metricsOf(text: string): ReadonlySet<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [`${name}`],
    ),
  );
}
