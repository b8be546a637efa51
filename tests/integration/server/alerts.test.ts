import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetrics } from '../../../gateway/services/telemetry/metrics.ts';
import { type ObservedGateway, startObservedGateway } from '../../support/observedGateway.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import {
  exportedMetricNames,
  labelSelectorsIn,
  metricNamesIn,
  readAlerts,
  readDashboard,
} from './testing/alerts.ts';

let stack: Stack;
// Metrics of the process are those of a gateway with a process of its own.
let gateway: ObservedGateway;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
  gateway = await startObservedGateway(stack);
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  await stack?.close();
});

test('alerts and dashboard: use existing metrics, and each alert has a runbook', async () => {
  const exported = exportedMetricNames(await (await fetch(`${gateway.url}/metrics`)).text());
  const alerts = readAlerts();
  const used = [...alerts.map(({ expr }) => expr), ...readDashboard()].flatMap(metricNamesIn);
  expect(alerts.length).toBeGreaterThan(10);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
  const headings: readonly string[] =
    readFileSync(`${ROOT}docs/operating.md`, 'utf8').match(/^#### .+$/gm) ?? [];
  expect(alerts.map(({ alert }) => `#### ${alert}`).filter((heading) => !headings.includes(heading))).toEqual(
    [],
  );
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toBe(`https://runbooks.example/operating#${alert.toLowerCase()}`);
});

test('alerts: find a sample of 0 before the first event of a counter', async () => {
  const { text } = await createMetrics().scrape();
  const lines = text.split('\n');
  const alertsOnIncrease = readAlerts().filter(({ expr }) =>
    /\bincrease\(|trivium_upstream_rejected/.test(expr),
  );
  const selected = alertsOnIncrease.flatMap(({ expr }) => labelSelectorsIn(expr));
  expect(selected.length).toBeGreaterThan(6);
  const missing = selected.flatMap(({ metric, label, values }) =>
    values
      .filter(
        (value) => !lines.some((line) => line.startsWith(metric) && line.includes(`${label}="${value}"`)),
      )
      .map((value) => `${metric}{${label}="${value}"}`),
  );
  expect(missing).toEqual([]);
});
