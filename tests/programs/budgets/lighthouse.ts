/**
 * `npm run lighthouse` runs Lighthouse on the main pages and on three of the documentation, with the processor and network
 * of a phone, and compares the medians with the budgets. Exits with 1 when a page misses a budget.
 * `--pages home,film`, `--runs 5`. The first run installs Lighthouse in this folder.
 */

import { median } from '../load/quantile.ts';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { readRuns, startBuiltStack } from './builtStack.ts';
import { measureSlowdown } from './measureSlowdown.ts';
import { DOCS_PAGES, PAGES, selectPages } from './pages.ts';
import { installLighthouse, type LighthouseResult, runLighthouse } from './runLighthouse.ts';

/** Minimum scores, from 0 to 100. */
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** Maximum values: milliseconds, and the score of the layout shift. */
const MAX_VALUES = {
  'largest-contentful-paint': 1200,
  'cumulative-layout-shift': 0.02,
  'total-blocking-time': 150,
} as const;
/** The network of a phone: Lighthouse's preset for slow 4G. */
const NETWORK_THROTTLING = {
  rttMs: 150,
  throughputKbps: 1600,
  requestLatencyMs: 150,
  downloadThroughputKbps: 1600,
  uploadThroughputKbps: 750,
};
/** Pages that `web/server/resources/robots.ts` excludes from crawlers: the audit `is-crawlable` does not apply. */
const NOT_CRAWLABLE: ReadonlySet<string> = new Set(['search']);
const ALL_PAGES = { ...PAGES, ...DOCS_PAGES };
const MAIN_PAGES = ['home', 'film', 'article', 'search', ...Object.keys(DOCS_PAGES)];

const { values } = readArguments({
  options: { pages: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const names = selectPages(values.pages, MAIN_PAGES, ALL_PAGES);
const runs = readRuns(values.runs);
installLighthouse();
const stack = await startBuiltStack();
const failures: string[] = [];
const rows: Record<string, Record<string, string>> = {};
try {
  for (const name of names) {
    const results: LighthouseResult[] = [];
    for (let run = 1; run <= runs; run += 1) {
      const slowdown = await measureSlowdown(stack);
      console.error(`${name}: run ${run} of ${runs}, slowdown ${slowdown}`);
      results.push(await measurePage(name, slowdown));
    }
    rows[name] = compare(name, results);
  }
} finally {
  await stack.close();
}
console.table(rows);
console.log(`medians of ${runs} runs`);
console.log(
  summary(
    failures,
    'Repeat on an idle machine with --pages and --runs; run Lighthouse in Chromium for the details.',
  ),
);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs Lighthouse once on a page, with the network and the processor of the phone. */
function measurePage(name: string, slowdown: number): Promise<LighthouseResult> {
  return runLighthouse(stack, ALL_PAGES[name]!, {
    onlyCategories: Object.keys(MIN_SCORES),
    throttlingMethod: 'devtools',
    throttling: { ...NETWORK_THROTTLING, cpuSlowdownMultiplier: slowdown },
    ...(NOT_CRAWLABLE.has(name) && { skipAudits: ['is-crawlable'] }),
  });
}

/** Compares the medians with the budgets. Returns the row of the table. */
function compare(name: string, results: readonly LighthouseResult[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const [category, minScore] of Object.entries(MIN_SCORES)) {
    const score = median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
    row[category] = score.toFixed(0);
    if (score < minScore)
      failures.push(
        `${name}: expected ${category} of at least ${minScore}, got ${score}; failed audits: ${failedAudits(results, category)}`,
      );
  }
  for (const [audit, maxValue] of Object.entries(MAX_VALUES)) {
    const value = median(
      results.map(({ audits }) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY),
    );
    row[audit] = value.toFixed(audit === 'cumulative-layout-shift' ? 3 : 0);
    if (value > maxValue)
      failures.push(`${name}: expected ${audit} of at most ${maxValue}, got ${row[audit]}`);
  }
  return row;
}

/** Returns the audits of a category with a score below 0.9 in the last run. */
function failedAudits(results: readonly LighthouseResult[], category: string): string {
  const result = results.at(-1) as LighthouseResult;
  const failed = (result.categories[category]?.auditRefs ?? []).filter(({ id, weight }) => {
    const score = result.audits[id]?.score;
    return weight > 0 && typeof score === 'number' && score < 0.9;
  });
  return failed.map(({ id }) => id).join(', ');
}
