import type { HydrationState } from '../../apollo/hydrationState.ts';
import type { PageAssets } from './assets.ts';
import { criticalCss } from './criticalCss.ts';
import { dataBlock, serializeForScript } from './dataBlock.ts';
import { END_SCRIPT } from './inlineScripts.ts';
import { LATE_PART } from './renderMarkup.ts';

const HEAD_END = '</head>';
const DOCUMENT_END = '</body></html>';

/** Returns the page of a rendered document, with its critical CSS and what hydration needs. */
export const completePage = (markup: string, assets: PageAssets, state: HydrationState): string =>
  atDocumentEnd(insertStyles(markup, assets), hydrationElements(assets, state));

/** Returns a document with its critical CSS. */
export const insertStyles = (markup: string, assets: PageAssets): string =>
  atHeadEnd(markup, styleElement(cssReader(assets)(markup)));

/** A page that is sent in two parts. */
interface SplitPage {
  readonly beginning: string;
  /** Returns the rest for the markup of the complete document. */
  endOf(complete: string, state: HydrationState): string;
}

/**
 * Returns the page before its first late part; undefined if no part is late. Then a page is sent when it is complete.
 * @param early the document with placeholders for late parts
 */
export function splitPage(early: string, assets: PageAssets): SplitPage | undefined {
  const length = early.indexOf(LATE_PART);
  if (length < early.indexOf(HEAD_END)) return undefined;
  const cssOf = cssReader(assets);
  const css = styleElement(cssOf(early));
  const beginning = early.slice(0, length);
  return {
    beginning: atHeadEnd(beginning, css),
    endOf(complete, state) {
      // Late data can change what is already sent. Then the browser renders the late parts.
      const end = (complete.startsWith(beginning) ? complete : early).slice(length);
      return atDocumentEnd(end, styleElement(cssOf(end)) + hydrationElements(assets, state));
    },
  };
}

const cssReader = ({ cssRules }: PageAssets) => (cssRules ? criticalCss(cssRules) : () => '');

const styleElement = (css: string): string => css && `<style>${css}</style>`;

/** Returns the data blocks, and the script that reads them and starts hydration. */
function hydrationElements(assets: PageAssets, state: HydrationState): string {
  const { entry, styles, lateStyles, modules, entryImports, playerModule, devPreamble } = assets;
  return (
    dataBlock('hydration-state', state) +
    dataBlock('page-assets', { entry, styles, lateStyles, modules, entryImports, playerModule }) +
    (devPreamble
      ? `<script type="module" async>${devPreamble};await import(${serializeForScript(entry)})</script>`
      : `<script>${END_SCRIPT}</script>`)
  );
}

const atHeadEnd = (markup: string, inserted: string): string =>
  insertAt(markup, markup.indexOf(HEAD_END), inserted);

const atDocumentEnd = (markup: string, inserted: string): string =>
  insertAt(markup, markup.lastIndexOf(DOCUMENT_END), inserted);

const insertAt = (markup: string, index: number, inserted: string): string =>
  index < 0 ? markup : markup.slice(0, index) + inserted + markup.slice(index);
