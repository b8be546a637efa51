import type { RenderedMarkdown } from './renderMarkdown.ts';

/** Where the gateway serves the documentation. */
export const DOCS_PATH = '/docs';
/** Where the gateway serves the reference. */
export const REFERENCE_PATH = `${DOCS_PATH}/reference`;

/** A page of the site: its Markdown, and its HTML, which is rendered once. */
export interface Page {
  readonly path: string;
  /** The title in lists of pages. */
  readonly title: string;
  /** The description in lists of pages. */
  readonly summary: string;
  /** Returns its Markdown. */
  markdown(): string;
  render(): Promise<RenderedMarkdown>;
}

/** A link to a page. */
export interface PageLink {
  readonly path: string;
  readonly title: string;
}
