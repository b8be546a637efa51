import { cardGrid } from '../markup/cardGrid.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { pathWith, singlePath, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { hasTitle, linkFields, titleOf } from '../views/linkView.ts';
import { comesLast, playableFirst } from '../views/playableFirst.ts';
import { type Data, isData, type PageContext } from '../views/view.ts';
import { cardFields, excerptOf, renderCard } from './cards.ts';
import { renderHead } from './documentHead.ts';
import { withDocument } from './documentOperation.ts';
import {
  type DocumentParts,
  documentParts,
  renderParts,
  selectSingle,
  variablesOf,
} from './documentParts.ts';
import { orderLinks, ordersOf, PAST } from './orders.ts';
import { PAGE_ARGUMENTS, PAGE_INFO, PAGE_ROWS, PAGE_VARIABLES, pageLinks, pageVariables } from './paging.ts';
import { inParentheses, type PageContent, type PageRequest, type Site } from './site.ts';

interface Detail {
  readonly hasCards: boolean;
  readonly hasExcerpts: boolean;
}
const DETAILS: readonly [Detail, ...Detail[]] = [
  { hasCards: true, hasExcerpts: true },
  { hasCards: true, hasExcerpts: false },
  { hasCards: false, hasExcerpts: false },
];

/** Creates the pages of the list of a type, which a singleton can introduce. */
export function createListPage(site: Site, type: ReaderType): (request: PageRequest) => Promise<PageContent> {
  const { name, list = '', pluralLabel } = type;
  const { types } = site;
  const path = typePath(type);
  const orders = ordersOf(site, type);
  const pastOrder = orders.find(({ key }) => key === PAST);
  const filter = pastOrder
    ? { declaration: `$filter: ${name}Filter`, argument: 'filter: $filter' }
    : { declaration: '', argument: '' };
  const single = types.get(type.introduction ?? '');
  const operation = fitOperation(
    withDocument(DETAILS, single),
    ({ hasCards, hasExcerpts, document }) => {
      const parts = single && documentParts(site, single, document);
      const fields = hasCards ? cardFields(type, types, { hasExcerpts }) : linkFields(type);
      return {
        parts,
        text: `query Reader${name}List${inParentheses(PAGE_VARIABLES, `$orderBy: [${name}Order!]`, filter.declaration, parts?.declarations ?? '')} {
        ${single && parts ? selectSingle(single, parts) : ''}
        ${list}${inParentheses(PAGE_ARGUMENTS, 'orderBy: $orderBy', filter.argument)} { totalCount ${PAGE_INFO} nodes { ${fields.join(' ')} } }
        ${site.fields} }`,
        variables: { first: PAGE_ROWS, ...variablesOf(parts, site.model.locales.all[0].tag) },
      };
    },
    site,
  );
  const trusted = trustOperation(operation, site.trust);

  return async ({ url, send, context }) => {
    const query = url.searchParams;
    const chosen = orders.find(({ key }) => key !== undefined && key === query.get('order')) ?? orders[0];
    const isFirst = chosen === orders[0] && query.get('after') === null && query.get('before') === null;
    const load = ({ orderBy, filter: filterAt }: typeof chosen) =>
      requestOperation({ send, context }, trusted, {
        ...pageVariables(query),
        ...variablesOf(operation.parts, context.formats.language),
        ...(filterAt && { filter: filterAt(new Date()) }),
        ...(orderBy.length > 0 && { orderBy }),
      });
    const loaded = await load(chosen);
    const found = loaded.data[list];
    const isOver = isFirst && isData(found) && found.totalCount === 0;
    const order = isOver && pastOrder ? pastOrder : chosen;
    const { data, errors } = order === chosen ? loaded : await load(order);
    const connection = data[list];
    if (!isData(connection) || !Array.isArray(connection.nodes)) throw new NoData(200, errors);
    const nodes = playableFirst(connection.nodes.filter(isData), (node) => comesLast(type, node));
    const cards = nodes.flatMap((node) => renderCard(type, node, context, { types }) ?? []);
    const parameters = { order: order.key, locale: context.locale };
    const frame = site.frameOf(data, context);
    const total = Number(connection.totalCount);
    const count = context.formats.number(total);
    const hasRows = total > 0;
    const document = single && data[single.lookup];
    const introduction =
      single && operation.parts && isData(document)
        ? introductionOf(site, single, operation.parts, document, context)
        : undefined;
    return {
      status: 200,
      title: introduction?.title || pluralLabel,
      frame,
      trail: [],
      localePath: pathWith(path, { order: chosen.key }),
      ...(isFirst && {
        preview: {
          path: pathWith(path, { locale: context.locale }),
          description: introduction?.description || context.messages.listOf(pluralLabel, frame.name),
          type: 'website',
        },
      }),
      main: html`${
        introduction?.head
          ? html`${introduction.head}\n${hasRows && html`<p class="count">${isolate(html`${count} ${context.messages.labelInSentence(total === 1 ? type.label : pluralLabel)}`)}</p>`}`
          : html`<h1>${pluralLabel}${hasRows && html` <bdi class="number">${count}</bdi>`}</h1>`
      }
${(hasRows || pastOrder) && orderLinks(orders, order, path, context)}
${missingParts(errors, context)}
${cards.length > 0 ? cardGrid(cards) : html`<p>${isolate(context.messages.emptyType)}</p>`}
${pageLinks(connection, path, parameters, context)}
${isFirst && introduction?.rest}`,
    };
  };
}

/** The document that introduces a list. */
interface Introduction {
  /** Empty for a document without one. */
  readonly title: string;
  readonly description: string;
  /** What is above the list, with the title; undefined without a title. */
  readonly head: Html | undefined;
  /** What is below its first page. */
  readonly rest: Html;
}

/** Renders the document that introduces a list. */
function introductionOf(
  { types }: Site,
  type: ReaderType,
  parts: DocumentParts,
  document: Data,
  context: PageContext,
): Introduction {
  const title = hasTitle(type, document) ? titleOf(type, document, context.messages) : '';
  const { content, endings } = renderParts(parts, document, context, { title, path: singlePath(type) });
  return {
    title,
    description: excerptOf(type, document),
    head:
      title === ''
        ? undefined
        : html`<div class="introduction">${renderHead(parts.head, type, types, document, context)}</div>`,
    rest: html`${content}${endings}`,
  };
}
