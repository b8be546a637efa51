import { scriptJson } from '../../../schema/scriptJson.ts';
import type { PageState } from '../../data/pageState.ts';
import type { PageAssets } from './assets.ts';
import { criticalCss } from './criticalCss.ts';
import { dataBlock } from './dataBlock.ts';
import { END_SCRIPT } from './inlineScripts.ts';

const HEAD_END = '</head>';
const DOCUMENT_END = '</body></html>';

/**
 * Returns the page of a rendered document, with its critical CSS and what hydration needs.
 * @param banner markup at the end of the page that React does not render
 */
export function completePage(markup: string, assets: PageAssets, state: PageState, banner = ''): string {
  const html = insertStyles(markup, assets);
  return insertAt(html, html.lastIndexOf(DOCUMENT_END), banner + hydrationElements(assets, state));
}

/** Returns a document with its critical CSS. */
export function insertStyles(markup: string, { cssRules }: PageAssets): string {
  const css = cssRules ? criticalCss(cssRules, markup) : '';
  return insertAt(markup, markup.indexOf(HEAD_END), css && `<style>${css}</style>`);
}

/** Returns the data blocks, and the script that reads them and starts hydration. */
function hydrationElements(assets: PageAssets, state: PageState): string {
  const { entry, styles, lateStyles, modules, entryImports, playerModule, devPreamble } = assets;
  return (
    dataBlock('hydration-state', state) +
    dataBlock('page-assets', { entry, styles, lateStyles, modules, entryImports, playerModule }) +
    (devPreamble
      ? `<script type="module" async>${devPreamble};await import(${scriptJson(entry)})</script>`
      : `<script>${END_SCRIPT}</script>`)
  );
}

const insertAt = (markup: string, index: number, inserted: string): string =>
  index < 0 ? markup : markup.slice(0, index) + inserted + markup.slice(index);
