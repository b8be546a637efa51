/** The reading of pages of the documentation, as a browser reads them. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text of markup. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:(amp|lt|gt|quot)|#(\d+));/g, (_, name?: string, code?: string) =>
      name === undefined ? String.fromCodePoint(Number(code)) : (ENTITIES[name] as string),
    );

/** Returns the ids of a page. */
export const idsIn = (html: string): readonly string[] =>
  [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string);

/** Returns the addresses of the links and files of a page. */
export const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href]) => textOf(href as string));

/** A block of code: its label, and what its button copies. */
export interface CopiedBlock {
  readonly label: string;
  readonly code: string;
}

/** Returns the blocks of code of a page. */
export const codeBlocksIn = (html: string): readonly CopiedBlock[] =>
  [...html.matchAll(/<figcaption>(.*?)<\/figcaption><pre[^>]*><code>(.*?)<\/code>/gs)].map(
    ([, label, code]) => ({ label: textOf(label as string), code: textOf(code as string) }),
  );

/** Returns the operations that the explorer opens from a page, in the order of the page. */
export const explorerOperationsIn = (
  html: string,
): readonly { readonly query: string; readonly variables: string }[] =>
  linksIn(html)
    .filter((href) => href.startsWith('/explorer/#'))
    .map((href) => {
      const parameters = new URLSearchParams(href.slice(href.indexOf('#') + 1));
      return { query: parameters.get('query') ?? '', variables: parameters.get('variables') ?? '' };
    });
