import { decodeHTML } from 'entities';
import type { Stack } from '../../../support/stack.ts';

/** A tag of a page with its attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A page as a browser receives it. */
export interface ReceivedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly tags: readonly Tag[];
  /** The text of the first `h1`. */
  readonly heading: string;
  /** The text of the page without markup. */
  readonly text: string;
  /** The links of the page with their texts. */
  readonly links: readonly { readonly path: string; readonly text: string }[];
}

/** Opens a page as a browser does. */
export async function openPage(
  { url }: Pick<Stack, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReceivedPage> {
  const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html', ...headers } });
  return { status: response.status, headers: response.headers, ...readHtml(await response.text()) };
}

type PageText = Omit<ReceivedPage, 'status' | 'headers'>;

/** Reads the tags and the texts of a page. */
export function readHtml(html: string): PageText {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
  return {
    html,
    tags: readTags(html),
    heading: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    text: textOf(html),
    links: links.map(([, path = '', text = '']) => ({ path: decodeHTML(path), text: textOf(text) })),
  };
}

const textOf = (markup: string): string => decodeHTML(markup.replaceAll(/<[^>]*>/g, '')).trim();

/** Reads the start tags as the HTML standard tokenizes them: an attribute without quotes is one, too. */
function readTags(html: string): readonly Tag[] {
  return [...html.matchAll(/<([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g)].map(
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: Object.fromEntries(
        [...rest.matchAll(/([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g)].map(
          ([, attribute = '', ...values]) => [
            attribute.toLowerCase(),
            decodeHTML(values.find((value) => value !== undefined) ?? ''),
          ],
        ),
      ),
    }),
  );
}
