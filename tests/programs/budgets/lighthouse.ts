/**
 * `npm run lighthouse` asks Lighthouse about the chief pages, on a telephone whose processor and network are really
 * slowed, and holds the medians to their budgets. It ends with 1 when one is broken. `--pages home,film`, `--runs 5`.
 */

import { parseArgs } from 'node:util';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { freePort } from '../../support/freePort.ts';
import { median } from '../load/quantile.ts';
import { openBuiltHouse, readRuns } from './builtStack.ts';
import { chosenPages, PAGES } from './pages.ts';

/** Scores from 0 to 100 that a page must reach. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** What a page may take at most: milliseconds, and for the shift its score. */
const MOST = {
  'largest-contentful-paint': 1200,
  'cumulative-layout-shift': 0.02,
  'total-blocking-time': 150,
} as const;
/** A telephone on a slow network: milliseconds, kilobits a second, and how many times slower it computes. */
const SLOWED = {
  rttMs: 150,
  throughputKbps: 1600,
  requestLatencyMs: 150,
  downloadThroughputKbps: 1600,
  uploadThroughputKbps: 750,
  cpuSlowdownMultiplier: 4,
};
/** Pages that `web/server/resources/robots.ts` keeps from crawlers on purpose: that they cannot be crawled is no fault of theirs. */
const KEPT_FROM_CRAWLERS: ReadonlySet<string> = new Set(['search']);
const CHIEF = ['home', 'film', 'article', 'search'];

const { values } = parseArgs({
  options: { pages: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const names = chosenPages(values.pages, CHIEF);
const runs = readRuns(values.runs);
const house = await openBuiltHouse();
const broken: string[] = [];
const rows: Record<string, Record<string, string>> = {};
try {
  for (const name of names) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await ask(name));
    rows[name] = judge(name, results);
  }
} finally {
  await house.close();
}
console.table(rows);
console.log(broken.length === 0 ? `all within, medians of ${runs}` : broken.join('\n'));
process.exit(broken.length === 0 ? 0 : 1);

/** One look at a page, in a browser that has never been there. */
async function ask(name: string): Promise<Result> {
  const url = `${house.url}${PAGES[name]}`;
  const port = await freePort();
  const browser = await house.launch(`--remote-debugging-port=${port}`);
  try {
    const flags: Flags = {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(LEAST),
      throttlingMethod: 'devtools',
      throttling: SLOWED,
      ...(KEPT_FROM_CRAWLERS.has(name) && { skipAudits: ['is-crawlable'] }),
    };
    const answer = await lighthouse(url, flags);
    if (!answer?.lhr || answer.lhr.runtimeError)
      throw new Error(`expected a report about ${url}, got ${answer?.lhr.runtimeError?.message ?? 'none'}`);
    return answer.lhr;
  } finally {
    await browser.close();
  }
}

function judge(name: string, results: readonly Result[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const [category, least] of Object.entries(LEAST)) {
    const score = median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
    row[category] = score.toFixed(0);
    if (score < least)
      broken.push(`${name}: ${category} is ${score}, expected ${least} at least; ${lost(results, category)}`);
  }
  for (const [audit, most] of Object.entries(MOST)) {
    const value = median(
      results.map(({ audits }) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY),
    );
    row[audit] = value.toFixed(audit === 'cumulative-layout-shift' ? 3 : 0);
    if (value > most) broken.push(`${name}: ${audit} is ${row[audit]}, expected ${most} at most`);
  }
  return row;
}

/** The audits by which a category lost points, in the last of the results. */
function lost(results: readonly Result[], category: string): string {
  const result = results.at(-1) as Result;
  const failed = (result.categories[category]?.auditRefs ?? []).filter(({ id, weight }) => {
    const score = result.audits[id]?.score;
    return weight > 0 && typeof score === 'number' && score < 0.9;
  });
  return `see ${failed.map(({ id }) => id).join(', ')}`;
}
