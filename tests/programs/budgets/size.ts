/**
 * `npm run size` holds every page to its budget of bytes and prints what each weighs, in kB (1,000 bytes). It ends with
 * 1 when a page is over one. `--pages home,film` looks at some of them.
 */
import { parseArgs } from 'node:util';
import { builtPage } from './builtPage.ts';
import { openBuiltHouse } from './builtStack.ts';
import { chosenPages, PAGES } from './pages.ts';
import { visitPage } from './visitedPage.ts';

/** In kB: scripts and styles as gzip makes them, the markup and the whole as sent to a telephone. */
const BUDGETS = { 'initial js': 165, css: 15, html: 30, 'whole page': 600 } as const;

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
const names = chosenPages(values.pages, Object.keys(PAGES));
const house = await openBuiltHouse();
const browser = await house.launch();
const over: string[] = [];
const rows: Record<string, Record<string, string>> = {};
try {
  for (const name of names) {
    const { js, css, hasPlayer } = builtPage(name);
    const { html, all } = await visitPage(browser, `${house.url}${PAGES[name]}`);
    const measured = {
      'initial js': js / 1000,
      css: css / 1000,
      html: html / 1000,
      'whole page': all / 1000,
    };
    rows[name] = Object.fromEntries(Object.entries(measured).map(([what, kB]) => [what, kB.toFixed(1)]));
    for (const what of Object.keys(BUDGETS) as (keyof typeof BUDGETS)[])
      if (measured[what] > BUDGETS[what])
        over.push(`${name}: ${what} is ${measured[what].toFixed(1)} kB, expected at most ${BUDGETS[what]}`);
    if (hasPlayer)
      over.push(`${name}: the player is part of the first scripts, expected it to come when wanted`);
  }
} finally {
  await browser.close();
  await house.close();
}
rows.budget = Object.fromEntries(Object.entries(BUDGETS).map(([what, kB]) => [what, String(kB)]));
console.table(rows);
console.log(over.length === 0 ? 'all within' : over.join('\n'));
process.exit(over.length === 0 ? 0 : 1);
