import { type Html, html } from '../markup/html.ts';
import { type Parameters, pathWith } from '../model/paths.ts';
import { type Data, isData, type PageContext } from '../views/view.ts';

/** Rows of a page. */
export const PAGE_ROWS = 24;
export const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
/** The declarations and the arguments of a page of a connection. */
export const PAGE_VARIABLES = '$first: Int, $after: String, $last: Int, $before: String';
export const PAGE_ARGUMENTS = 'first: $first, after: $after, last: $last, before: $before';

/** Returns the variables of the page that an address names. */
export function pageVariables(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const [after, before] = [query.get('after'), query.get('before')];
  if (before !== null) return { first: null, last: PAGE_ROWS, before };
  return { first: PAGE_ROWS, ...(after !== null && { after }) };
}

/** Renders the links to the previous and next pages of a connection. @param parameters the parameters of the list */
export function pageLinks(
  { pageInfo }: Data,
  path: string,
  parameters: Parameters,
  context: PageContext,
): Html | undefined {
  if (!isData(pageInfo)) return undefined;
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  return previousAndNext(
    hasPreviousPage ? pathWith(path, { ...parameters, before: String(startCursor) }) : undefined,
    hasNextPage ? pathWith(path, { ...parameters, after: String(endCursor) }) : undefined,
    context,
  );
}

/** Renders links to the pages around one; nothing without any. */
export function previousAndNext(
  previous: string | undefined,
  next: string | undefined,
  { messages }: Pick<PageContext, 'messages'>,
): Html | undefined {
  if (previous === undefined && next === undefined) return undefined;
  return html`<nav class="paging" aria-label="${messages.pages}">${previous !== undefined && html`<a rel="prev" href="${previous}">${messages.previous}</a>`}${next !== undefined && html`<a rel="next" href="${next}">${messages.next}</a>`}</nav>`;
}
