/**
 * `npm run lighthouse` runs Lighthouse on the main pages and on three of the documentation, with a throttled processor and
 * network of a phone, and compares the medians with the budgets. Exits with 1 when a page misses a budget.
 * `--pages home,film`, `--runs 5`. The first run installs Lighthouse in this folder.
 */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../support/freePort.ts';
import { median } from '../load/quantile.ts';
import { summary } from '../load/summary.ts';
import { openToolPackage } from '../tools/toolPackage.ts';
import { readRuns, startBuiltStack } from './builtStack.ts';
import { DOCS_PAGES, PAGES, selectPages } from './pages.ts';

/** The part of a Lighthouse report that the budgets read. Its own types are in a package that the first run installs. */
interface Result {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number }>>;
  readonly runtimeError?: { readonly message: string };
}
type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Result } | undefined>;

/** Minimum scores, from 0 to 100. */
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** Maximum values: milliseconds, and the score of the layout shift. */
const MAX_VALUES = {
  'largest-contentful-paint': 1200,
  'cumulative-layout-shift': 0.02,
  'total-blocking-time': 150,
} as const;
/** A phone on a slow network. */
const THROTTLING = {
  rttMs: 150,
  throughputKbps: 1600,
  requestLatencyMs: 150,
  downloadThroughputKbps: 1600,
  uploadThroughputKbps: 750,
  cpuSlowdownMultiplier: 4,
};
/** Pages that `web/server/resources/robots.ts` excludes from crawlers: the audit `is-crawlable` does not apply. */
const NOT_CRAWLABLE: ReadonlySet<string> = new Set(['search']);
const ALL_PAGES = { ...PAGES, ...DOCS_PAGES };
const MAIN_PAGES = ['home', 'film', 'article', 'search', ...Object.keys(DOCS_PAGES)];

const { values } = parseArgs({
  options: { pages: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const lighthouse = await loadLighthouse();
const names = selectPages(values.pages, MAIN_PAGES, ALL_PAGES);
const runs = readRuns(values.runs);
const stack = await startBuiltStack();
const failures: string[] = [];
const rows: Record<string, Record<string, string>> = {};
try {
  for (const name of names) {
    const results: Result[] = [];
    for (let run = 1; run <= runs; run += 1) {
      console.error(`${name}: run ${run} of ${runs}`);
      results.push(await runLighthouse(name));
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

/** Installs Lighthouse if it is missing, and loads it. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  openToolPackage(folder).install();
  const file = createRequire(`${folder}package.json`).resolve('lighthouse');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}

/** Runs Lighthouse once, in a new browser. */
async function runLighthouse(name: string): Promise<Result> {
  const url = `${stack.url}${ALL_PAGES[name]}`;
  const port = await freePort();
  const browser = await stack.launchBrowser(`--remote-debugging-port=${port}`);
  try {
    const flags = {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(MIN_SCORES),
      throttlingMethod: 'devtools',
      throttling: THROTTLING,
      ...(NOT_CRAWLABLE.has(name) && { skipAudits: ['is-crawlable'] }),
    };
    const result = await lighthouse(url, flags);
    if (!result?.lhr || result.lhr.runtimeError)
      throw new Error(`expected a report for ${url}, got ${result?.lhr.runtimeError?.message ?? 'none'}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** Compares the medians with the budgets. Returns the row of the table. */
function compare(name: string, results: readonly Result[]): Record<string, string> {
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
function failedAudits(results: readonly Result[], category: string): string {
  const result = results.at(-1) as Result;
  const failed = (result.categories[category]?.auditRefs ?? []).filter(({ id, weight }) => {
    const score = result.audits[id]?.score;
    return weight > 0 && typeof score === 'number' && score < 0.9;
  });
  return failed.map(({ id }) => id).join(', ');
}
