import { expect, test } from '@jest/globals';
import type { PageAssets } from './assets.ts';
import { completePage } from './pageMarkup.ts';

const ASSETS: PageAssets = {
  entry: '/entry.js',
  styles: [],
  lateStyles: [],
  modules: [],
  entryImports: [],
  cssRules: [
    { css: 'p{margin:0}', needs: [[]] },
    { css: '.related_aa{gap:0}', needs: [['aa']] },
    { css: '.unused_bb{gap:0}', needs: [['bb']] },
  ],
};
const STATE = { origin: 'https://figures.test', results: {}, router: {} };
const MARKUP =
  '<html><head><title>A film</title></head><body><p class="related_aa">Related</p><footer></footer></body></html>';

test('page: has its critical CSS in the head, and its data before the script that reads it', () => {
  const html = completePage(MARKUP, ASSETS, STATE);
  expect(html).toContain('<style>p{margin:0}.related_aa{gap:0}</style></head>');
  expect(html).toMatch(
    /<footer><\/footer><script type="application\/json" id="hydration-state">.*<script type="application\/json" id="page-assets">.*<script>\(.*<\/script><\/body><\/html>$/s,
  );
});
