import type { Stack } from '../../../support/stack.ts';
import { openPage, type ReceivedPage } from './readPage.ts';

/** A page that a crawl has opened. */
export interface CrawledPage extends ReceivedPage {
  readonly path: string;
  /** The requests to the content service for it. */
  readonly contentRequests: number;
  /** The texts of the headings of cards that lead to it. */
  readonly titles: ReadonlySet<string>;
}

/** Pages of documents, lists and their orders; not the combinations of facets. */
const IS_CRAWLED = /^\/(content\/|document\/|search\?q=&\w+=[^&]*$)/;

/** Opens the home page, and every page of the reader to which one leads. */
export async function crawl(stack: Stack, start: readonly string[] = ['/']): Promise<readonly CrawledPage[]> {
  const titles = new Map<string, Set<string>>(start.map((path) => [path, new Set()]));
  const pages: CrawledPage[] = [];
  // A map keeps the order of its keys, and the loop also visits those that are added meanwhile.
  for (const [path, ofPage] of titles) {
    await stack.clearRequests();
    const page = await openPage(stack, path);
    const { content } = await stack.requests();
    pages.push({ ...page, path, contentRequests: content.length, titles: ofPage });
    const known = (link: string) => {
      const texts = titles.get(link) ?? new Set<string>();
      titles.set(link, texts);
      return texts;
    };
    for (const link of page.links) if (IS_CRAWLED.test(link.path)) known(link.path);
    for (const { path: card, text } of page.cards) if (isDocument(card)) known(card).add(text);
  }
  return pages;
}

export const isDocument = (path: string): boolean => /^\/(content\/\w+\/|document\/)/.test(path);
