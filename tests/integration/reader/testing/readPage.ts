import { decodeHTML } from 'entities';
import type { Stack } from '../../../support/stack.ts';

/** A tag of a page with its attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Link {
  readonly path: string;
  readonly text: string;
}

/** A page as a browser receives it. */
export interface ReceivedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The page with the elements that isolate values, which `html` is without. */
  readonly isolatedHtml: string;
  readonly tags: readonly Tag[];
  /** The text of the first `h1`. */
  readonly heading: string;
  /** The text of the page without markup. */
  readonly text: string;
  /** The links of the page with their texts, and those in the headings of cards. */
  readonly links: readonly Link[];
  readonly cards: readonly Link[];
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
  const shown = html.replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
  const linksIn = (found: Iterable<RegExpExecArray>) =>
    [...found].map(([, path = '', text = '']) => ({ path: decodeHTML(path), text: textOf(text) }));
  return {
    html: html.replaceAll(/<\/?bdi\b[^>]*>/g, ''),
    isolatedHtml: html,
    tags: readTags(html),
    heading: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    text: textOf(shown),
    links: linksIn(html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)),
    cards: linksIn(
      html.matchAll(
        /class="card-text"[^>]*><hgroup>(?:<p class="eyebrow">.*?<\/p>)?<h[23]><a href="([^"]*)">(.*?)<\/a><\/h[23]>/gs,
      ),
    ),
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
