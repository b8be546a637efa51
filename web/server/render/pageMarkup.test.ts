import { expect, test } from '@jest/globals';
import type { PageAssets } from './assets.ts';
import { completePage, splitPage } from './pageMarkup.ts';

const ASSETS: PageAssets = {
  entry: '/entry.js',
  styles: [],
  lateStyles: [],
  modules: [],
  entryImports: [],
  cssRules: [
    { css: 'p{margin:0}', needs: [[]] },
    { css: '.late_aa{gap:0}', needs: [['aa']] },
  ],
};
const STATE = { origin: 'https://figures.test', cache: {}, queriesWithErrors: [], router: {} };
const documentOf = (late: string, title = 'A film') =>
  `<html><head><title>${title}</title></head><body><h1>A film</h1>${late}<footer></footer></body></html>`;
const EARLY = documentOf('<!--$!--><template></template><p>Loading</p><!--/$-->');
const COMPLETE = documentOf('<!--$--><p class="late_aa">Related</p><!--/$-->');
/** Removes data blocks and scripts. */
const markupOf = (html: string) => html.replace(/<script.*<\/script>/s, '');

test('page in two parts: ends before the first late part, and continues in the order of the document', () => {
  const page = splitPage(EARLY, ASSETS);
  expect(page?.beginning).toBe(
    '<html><head><title>A film</title><style>p{margin:0}</style></head><body><h1>A film</h1>',
  );
  expect(markupOf(page?.endOf(COMPLETE, STATE) ?? '')).toBe(
    '<!--$--><p class="late_aa">Related</p><!--/$--><footer></footer><style>.late_aa{gap:0}</style></body></html>',
  );
});

test('page in two parts: leaves late parts to the browser if they change what is already sent', () => {
  const changed = documentOf('<p>Related</p>', 'Another title');
  expect(markupOf(splitPage(EARLY, ASSETS)?.endOf(changed, STATE) ?? '')).toBe(
    '<!--$!--><template></template><p>Loading</p><!--/$--><footer></footer></body></html>',
  );
});

test('page in two parts: is not split without a late part', () => {
  expect(splitPage(COMPLETE, ASSETS)).toBeUndefined();
});

test('complete page: has all critical CSS in the head, and its data before the script that reads it', () => {
  const html = completePage(COMPLETE, ASSETS, STATE);
  expect(html).toContain('<style>p{margin:0}.late_aa{gap:0}</style></head>');
  expect(html).toMatch(
    /<footer><\/footer><script type="application\/json" id="hydration-state">.*<script type="application\/json" id="page-assets">.*<script>\{.*<\/script><\/body><\/html>$/s,
  );
});
