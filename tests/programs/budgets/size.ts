/**
 * `npm run size` measures the size of every page and of the explorer in kB (1,000 bytes) and compares it with the budgets. Exits
 * with 1 when one is over a budget. `--pages home,film` selects pages.
 */
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { builtPage } from './builtPage.ts';
import { startBuiltStack } from './builtStack.ts';
import { EXPLORER_BUDGET_KB, explorerSizes } from './explorerSizes.ts';
import { PAGES, selectPages } from './pages.ts';
import { visitPage } from './visitedPage.ts';

/**
 * In kB: gzipped scripts and styles, and the transferred HTML and total of a visit with the viewport of a phone. Scripts and
 * styles are below their limits, 165 and 15 kB, to keep headroom (docs/development.md#sizes-of-pages).
 */
const BUDGETS_KB = { 'initial js': 122, css: 13.1, html: 30, 'whole page': 600 } as const;

const { values } = readArguments({ options: { pages: { type: 'string' } } });
const names = selectPages(values.pages, Object.keys(PAGES));
const stack = await startBuiltStack();
const browser = await stack.launchBrowser();
const failures: string[] = [];
const rows: Record<string, Record<string, string>> = {};
try {
  for (const name of names) {
    const { js, css, hasPlayer } = builtPage(name);
    const { html, total } = await visitPage(browser, `${stack.url}${PAGES[name]}`);
    const measured = {
      'initial js': js / 1000,
      css: css / 1000,
      html: html / 1000,
      'whole page': total / 1000,
    };
    rows[name] = Object.fromEntries(Object.entries(measured).map(([figure, kB]) => [figure, kB.toFixed(1)]));
    for (const figure of Object.keys(BUDGETS_KB) as (keyof typeof BUDGETS_KB)[])
      if (measured[figure] > BUDGETS_KB[figure])
        failures.push(
          `${name}: expected ${figure} of at most ${BUDGETS_KB[figure]} kB, got ${measured[figure].toFixed(1)} kB`,
        );
    if (hasPlayer)
      failures.push(`${name}: expected the player to be imported dynamically, got a static import`);
  }
} finally {
  await browser.close();
  await stack.close();
}
rows.budget = Object.fromEntries(Object.entries(BUDGETS_KB).map(([figure, kB]) => [figure, String(kB)]));
console.table(rows);
const explorer = explorerSizes();
for (const figure of Object.keys(EXPLORER_BUDGET_KB) as (keyof typeof EXPLORER_BUDGET_KB)[]) {
  const [size, budget] = [explorer[figure], EXPLORER_BUDGET_KB[figure]];
  console.log(`explorer ${figure}: ${size.toFixed(1)} of ${budget} kB`);
  if (size > budget)
    failures.push(`explorer: expected ${figure} of at most ${budget} kB, got ${size.toFixed(1)} kB`);
}
console.log(
  summary(
    failures,
    'Import code that is not needed at once with lazy(); check new dependencies with npm ls.',
  ),
);
process.exit(failures.length === 0 ? 0 : 1);
