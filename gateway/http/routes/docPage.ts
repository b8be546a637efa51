import { hash } from 'node:crypto';
import type { Token } from 'markdown-it';

const STYLE = `
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
table { display: block; overflow-x: auto; border-collapse: collapse }
th, td { padding: 0.25rem 0.5rem; border: 1px solid; text-align: start; vertical-align: top }
pre { overflow-x: auto }
tr:has(:target), :target { background: light-dark(#ff9, #550) }`;

/** The Content-Security-Policy of the pages: they have a style and nothing else. */
export const DOC_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'`;

/**
 * Returns the HTML of a page of `docs`, with the anchors of its headings.
 * @param addressOf returns where a linked file is served; undefined if it is not, and the link becomes text
 */
export async function renderDocPage(
  markdown: string,
  addressOf: (href: string) => string | undefined,
): Promise<string> {
  // The first reader of a page loads it, and not every start of the gateway.
  const { default: MarkdownIt } = await import('markdown-it');
  const renderer = new MarkdownIt({ html: true });
  const tokens = renderer.parse(markdown, {});
  addHeadingIds(tokens);
  for (const { children } of tokens) if (children) replaceLinks(children, addressOf);
  const title = tokens.find(({ type }) => type === 'inline')?.content ?? '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${renderer.utils.escapeHtml(title)}</title>
<style>${STYLE}</style>
<body>
${renderer.renderer.render(tokens, renderer.options, {})}`;
}

/** Gives headings the ids that links in Markdown use: `Nulls, pages and drafts` → `nulls-pages-and-drafts`. */
function addHeadingIds(tokens: readonly Token[]): void {
  tokens.forEach((token, i) => {
    if (token.type !== 'heading_open') return;
    const text = tokens[i + 1]?.content ?? '';
    token.attrSet(
      'id',
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    );
  });
}

function replaceLinks(tokens: readonly Token[], addressOf: (href: string) => string | undefined): void {
  let isHidden = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = addressOf(String(token.attrGet('href')));
      isHidden = address === undefined;
      token.attrSet('href', address ?? '');
    }
    if (/^link_/.test(token.type)) token.hidden = isHidden;
  }
}
