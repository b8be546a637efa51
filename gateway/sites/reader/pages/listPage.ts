import { cardGrid } from '../markup/cardGrid.ts';
import { html } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { newestFirst } from '../model/newestFirst.ts';
import { pathWith, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { linkFields } from '../views/linkView.ts';
import { isData } from '../views/view.ts';
import { cardFields, renderCard } from './cards.ts';
import { orderLinks, ordersOf } from './orders.ts';
import { PAGE_ARGUMENTS, PAGE_INFO, PAGE_ROWS, PAGE_VARIABLES, pageLinks, pageVariables } from './paging.ts';
import { inParentheses, type PageContent, type PageRequest, type Site } from './site.ts';

/** Creates the pages of the list of a type. */
export function createListPage(site: Site, type: ReaderType): (request: PageRequest) => Promise<PageContent> {
  const { name, list = '', pluralLabel } = type;
  const { types } = site;
  const path = typePath(type);
  const orders = ordersOf(site, type);
  const newest = newestFirst(site.schema, type);
  const operation = fitOperation(
    [cardFields(type, types, { hasExcerpts: true }), cardFields(type, types), linkFields(type)],
    (fields) => ({
      text: `query Reader${name}List${inParentheses(PAGE_VARIABLES, `$orderBy: [${name}Order!]`)} {
        ${list}${inParentheses(PAGE_ARGUMENTS, 'orderBy: $orderBy')} { totalCount ${PAGE_INFO} nodes { ${fields.join(' ')} } }
        ${site.fields} }`,
      variables: { first: PAGE_ROWS },
    }),
    site.isWithinLimits,
  );
  const trusted = trustOperation(operation, site.trust);

  return async ({ url, send, context }) => {
    const query = url.searchParams;
    const order = orders.find(({ key }) => key === query.get('order'));
    const orderBy = order?.orderBy ?? newest;
    const { data, errors } = await requestOperation({ send, context }, trusted, {
      ...pageVariables(query),
      ...(orderBy && { orderBy: [orderBy] }),
    });
    const connection = data[list];
    if (!isData(connection) || !Array.isArray(connection.nodes)) throw new NoData(200, errors);
    const cards = connection.nodes.flatMap((node) =>
      isData(node) ? (renderCard(type, node, context, { types }) ?? []) : [],
    );
    const parameters = { order: order?.key, locale: context.locale };
    const frame = site.frameOf(data, context);
    const isFirst = !order && query.get('after') === null && query.get('before') === null;
    return {
      status: 200,
      title: pluralLabel,
      frame,
      trail: [],
      localePath: pathWith(path, { order: order?.key }),
      ...(isFirst && {
        preview: {
          path: pathWith(path, { locale: context.locale }),
          description: `${pluralLabel} of ${frame.name}`,
          type: 'website',
        },
      }),
      main: html`<h1>${pluralLabel} <span class="number">${context.formats.number(Number(connection.totalCount))}</span></h1>
${orderLinks(orders, order, path, context)}
${missingParts(errors)}
${cards.length > 0 ? cardGrid(cards) : html`<p>Nothing is published here yet.</p>`}
${pageLinks(connection, path, parameters)}`,
    };
  };
}
