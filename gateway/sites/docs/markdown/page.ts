import { DOCS_PATH } from '../../../http/hooks/responseHeaders.ts';
import { type RenderedMarkdown, renderMarkdown } from './renderMarkdown.ts';

/** The address of the reference. */
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

/** Creates a page whose Markdown is written when it is read first. Its links are addresses. */
export function writtenPage(path: string, title: string, write: () => string): Omit<Page, 'summary'> {
  let text: string | undefined;
  let rendered: ReturnType<Page['render']> | undefined;
  const markdown = () => {
    text ??= write();
    return text;
  };
  return {
    path,
    title,
    markdown,
    render() {
      rendered ??= renderMarkdown(markdown(), { addressOf: (href) => href, allowsHtml: false });
      return rendered;
    },
  };
}
