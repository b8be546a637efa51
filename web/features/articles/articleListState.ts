import { canonicalHref, hrefOf, parsePages, type UrlValues } from '../../lib/navigation/urlState.ts';

/** The number of articles of a page. */
export const PAGE_SIZE = 24;
/** The most pages of the list. A search is faster than a longer list. */
export const MAX_PAGES = 20;

/** Returns the number of pages that the list shows, from 1, of the parameter `page`. */
export const parseArticlePages = (params: URLSearchParams): number => parsePages(params, MAX_PAGES);

const toUrlValues = (pages: number): UrlValues => ({ page: pages > 1 ? pages : null });

/** Returns the link to the list of articles with a number of pages. */
export const articleListHref = (pages: number): string => hrefOf('/articles', toUrlValues(pages));

/** Returns the link that replaces a URL which is not canonical; null for a canonical one, see `canonicalHref`. */
export const canonicalArticleListHref = (params: URLSearchParams): string | null =>
  canonicalHref('/articles', toUrlValues(parseArticlePages(params)), params);
