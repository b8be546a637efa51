import { expect, test } from '@jest/globals';
import { filesOf } from './storeCopy.ts';

const ASSETS = {
  entry: '/assets/entry.js',
  modules: ['/assets/page.js'],
  styles: [],
  lateStyles: ['/assets/late.css'],
};

test('the files of a page are its scripts, its styles and the images of its content', () => {
  const html = `<header><img src="/logo.png"></header><main id="main" tabindex="-1">
    <img alt="a &gt; b" srcset="/a?w=2 2x" src="/a?w=1&amp;h=2"><img class="x" src="data:image/gif;base64,R0"></main>
    <script type="application/json" id="page-assets">${JSON.stringify(ASSETS)}</script><script>run()</script>`;
  expect(filesOf(html)).toEqual(['/assets/entry.js', '/assets/page.js', '/assets/late.css', '/a?w=1&h=2']);
  expect(filesOf('<h1>Not a page of the app</h1>')).toEqual([]);
});
