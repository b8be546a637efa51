import { isEnumType } from 'graphql';
import { constantCase } from '../../../core/model/model.ts';
import { type Html, html } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { pathWith, typePath } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { wordsOf } from '../model/words.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { linkFields } from '../views/linkView.ts';
import { isData, type PageContext } from '../views/view.ts';
import { cardFields, renderCard } from './cards.ts';
import { PAGE_ARGUMENTS, PAGE_INFO, PAGE_ROWS, PAGE_VARIABLES, pageLinks, pageVariables } from './paging.ts';
import { inParentheses, type PageContent, type PageRequest, type Site } from './site.ts';

/** An order that readers can choose. */
interface Order {
  /** The value of the parameter `order`. */
  readonly key: string;
  readonly label: string;
  readonly orderBy: { readonly field: string; readonly direction: 'ASC' | 'DESC' };
}

/** Creates the pages of the list of a type. */
export function createListPage(site: Site, type: ReaderType): (request: PageRequest) => Promise<PageContent> {
  const { name, list = '', pluralLabel } = type;
  const path = typePath(type);
  const orders = ordersOf(site, type);
  const operation = fitOperation(
    [cardFields(type), linkFields(type)],
    (fields) => ({
      text: `query Reader${name}List${inParentheses(PAGE_VARIABLES, `$orderBy: [${name}Order!]`)} {
        ${list}${inParentheses(PAGE_ARGUMENTS, 'orderBy: $orderBy')} { totalCount ${PAGE_INFO} nodes { ${fields.join(' ')} } }
        ${site.nameFields} }`,
      variables: { first: PAGE_ROWS },
    }),
    site.isWithinLimits,
  );
  const trusted = trustOperation(operation, site.trust);

  return async ({ url, send, context }) => {
    const query = url.searchParams;
    const order = orders.find(({ key }) => key === query.get('order'));
    const { data, errors } = await requestOperation({ send, context }, trusted, {
      ...pageVariables(query),
      ...(order && { orderBy: [order.orderBy] }),
    });
    const connection = data[list];
    if (!isData(connection) || !Array.isArray(connection.nodes)) throw new NoData(200, errors);
    const cards = connection.nodes.flatMap((node) =>
      isData(node) ? (renderCard(type, node, context) ?? []) : [],
    );
    const parameters = { order: order?.key, locale: context.locale };
    return {
      status: 200,
      title: pluralLabel,
      siteName: site.nameOf(data),
      trail: [],
      localePath: pathWith(path, { order: order?.key }),
      main: html`<h1>${pluralLabel} <span class="number">${context.formats.number(Number(connection.totalCount))}</span></h1>
${orderLinks(orders, order, path, context)}
${missingParts(errors)}
${cards.length > 0 ? html`<ul class="cards">${cards}</ul>` : html`<p>There are no published documents of this type.</p>`}
${pageLinks(connection, path, parameters)}`,
    };
  };
}

/** Returns the orders of a list besides the newest first: by title, by date, and by the first numbers. */
function ordersOf({ schema }: Site, type: ReaderType): readonly Order[] {
  const values = schema.getType(`${type.name}OrderField`);
  const isOrderable = ({ name }: ReadableField) =>
    isEnumType(values) && values.getValue(constantCase(name)) != null;
  const isNumber = ({ model: { typeName, isList } }: ReadableField) =>
    !isList && (typeName === 'Int' || typeName === 'Float');
  // A list starts with the newest by a `DateTime`.
  const date = type.date?.model.typeName === 'Date' ? type.date : undefined;
  const fields = [type.title, date, ...type.fields.filter(isNumber).slice(0, 2)];
  return [...new Set(fields)].flatMap((field) => {
    if (!field || !isOrderable(field)) return [];
    return {
      key: field.name,
      label: wordsOf(field.name),
      orderBy: { field: constantCase(field.name), direction: field === type.title ? 'ASC' : 'DESC' },
    };
  });
}

function orderLinks(
  orders: readonly Order[],
  current: Order | undefined,
  path: string,
  { locale }: PageContext,
): Html | undefined {
  if (orders.length === 0) return undefined;
  const link = (order: Order | undefined) =>
    html`<li><a href="${pathWith(path, { order: order?.key, locale })}"${order === current && html` aria-current="true"`}>${order?.label ?? 'Newest'}</a></li>`;
  return html`<nav class="orders" aria-label="Order"><ul>${[undefined, ...orders].map(link)}</ul></nav>`;
}
