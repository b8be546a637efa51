import type { PictureSizes } from '../markup/card.ts';
import { cardGrid } from '../markup/cardGrid.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { fillText } from '../messages/messages.ts';
import { eventsOf } from '../model/events.ts';
import { listOrder, type OrderBy, orderArgument } from '../model/listOrder.ts';
import { HOME_PATH, pathWith, singlePath, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { HOME } from '../model/typeRoles.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { linkFields, readLink, titleOf } from '../views/linkView.ts';
import { comesLast, isUnready, playableFirst } from '../views/playableFirst.ts';
import { type Data, isData, nodesOf, type PageContext } from '../views/view.ts';
import { cardFields, renderCard } from './cards.ts';
import { renderHead } from './documentHead.ts';
import { withDocument } from './documentOperation.ts';
import {
  type DocumentParts,
  documentParts,
  renderParts,
  selectSingle,
  variablesOf,
} from './documentParts.ts';
import { isFilled } from './filledSections.ts';
import { inParentheses, type PageContent, type PageRequest, type Site } from './site.ts';

/** Sections with documents; the footer has the other sections. */
const MAX_SECTIONS = 12;

/** The widths of the picture of the lead. */
const LEAD_SIZES: PictureSizes = [
  ['(min-width: 74rem)', '41.5rem'],
  ['(min-width: 60rem)', '56vw'],
  ['', '94vw'],
];

interface Detail {
  /** Documents of the first section, which has the lead, and of each other one. */
  readonly rows: readonly [number, number];
  readonly hasCards: boolean;
  readonly hasExcerpts: boolean;
}
const DETAILS: readonly [Detail, ...Detail[]] = [
  { rows: [7, 4], hasCards: true, hasExcerpts: true },
  { rows: [7, 4], hasCards: true, hasExcerpts: false },
  { rows: [4, 3], hasCards: true, hasExcerpts: false },
  { rows: [4, 4], hasCards: false, hasExcerpts: false },
  { rows: [0, 0], hasCards: false, hasExcerpts: false },
];

/** Creates the home page: the document that editors have for it, the newest text as the lead, and the newest documents of each section. */
export function createHomePage(site: Site): (request: PageRequest) => Promise<PageContent> {
  const sections = site.sections.slice(0, MAX_SECTIONS);
  const home = [...site.types.values()].find(({ role }) => role === 'home');
  const eventSections = sections.flatMap((type) => {
    const events = eventsOf(site.schema, type);
    return events ? [{ type, events }] : [];
  });
  const sizeOf = (type: ReaderType, { rows }: Detail) => rows[type === sections[0] ? 0 : 1];
  const operation = fitOperation(
    withDocument(DETAILS, home),
    (detail) => {
      const parts = home && documentParts(site, home, detail.document);
      return {
        parts,
        detail,
        text: `query ReaderHome${inParentheses(parts?.declarations ?? '', ...eventSections.map(({ type }) => eventVariables(type)))} {
        ${home && parts ? selectSingle(home, parts) : ''}
        ${sections.map((type) => rootField(site, type, sizeOf(type, detail), detail)).join('\n')}
        ${site.fields} __typename }`,
        variables: variablesOf(parts, site.model.locales.all[0].tag),
      };
    },
    site,
  );
  const trusted = trustOperation(operation, site.trust);

  return async ({ send, context }) => {
    const now = new Date();
    const { data: received, errors } = await requestOperation({ send, context }, trusted, {
      ...variablesOf(operation.parts, context.formats.language),
      ...Object.fromEntries(
        eventSections.flatMap(({ type: { list = '' }, events }) => [
          [`upcoming_${list}`, events.upcoming.filter(now)],
          [`past_${list}`, events.past.filter(now)],
        ]),
      ),
    });
    const data = eventSections.reduce(
      (joined, { type }) => joinEvents(joined, type, sizeOf(type, operation.detail)),
      received,
    );
    if (sections.length > 0 && sections.every(({ list }) => data[list ?? ''] == null) && errors.length > 0)
      throw new NoData(200, errors);
    const frame = site.frameOf(data, context);
    const document = home && data[home.lookup];
    const start =
      home && operation.parts && isData(document)
        ? startOf(site, home, operation.parts, document, context, frame.name)
        : undefined;
    const isNew = (type: ReaderType, node: Data): boolean =>
      !start?.markup.includes(html`<h3><a href="${readLink(type, node, context)?.path}">`.markup);
    const filled = sections.filter((type) => totalIn(data, type) > 0);
    const hasLead = (type: ReaderType) => nodesIn(data, type).some((node) => !isUnready(type, node));
    const first = filled.find(hasLead) ?? filled[0];
    const otherTypes = filled.filter((type) => type !== first);
    const shown = [
      ...(first ? [leadSection(site, first, data, context, start && isNew)] : []),
      ...otherTypes.map((type) => section(site, type, data, context)),
    ];
    return {
      status: 200,
      title: frame.name,
      frame,
      trail: [],
      ...(sections.length === site.sections.length && {
        sections: sections.filter((type) => isFilled(type, data)),
      }),
      localePath: HOME_PATH,
      preview: {
        path: pathWith(HOME_PATH, { locale: context.locale }),
        description: frame.description,
        type: 'website',
        data: { '@type': 'WebSite', name: frame.name },
      },
      main: html`${start ?? html`<h1 class="hidden">${frame.name}</h1>${frame.description && html`<p class="tagline">${isolate(frame.description)}</p>`}`}
${missingParts(errors, context)}
${shown.length > 0 || start ? shown : pagesOf(frame, context)}`,
    };
  };
}

/** Renders the document for the home page; undefined without a text and lists. @param siteName the heading if the document has none */
function startOf(
  site: Site,
  type: ReaderType,
  parts: DocumentParts,
  document: Data,
  context: PageContext,
  siteName: string,
): Html | undefined {
  const title = unmarked(titleOf(type, document, context.messages));
  const { content, endings } = renderParts(parts, document, context, { title, path: singlePath(type) });
  if (!content && endings.length === 0) return undefined;
  // The first section of a page often has the title of the page as its heading.
  const isRepeated = unmarked(content?.markup ?? '')
    .replaceAll(/<\/?bdi>/g, '')
    .includes(html`>${title}</h2>`.markup);
  const hasTitle = type.titles.length > 0 && !HOME.test(title) && title !== unmarked(siteName) && !isRepeated;
  const head = renderHead(parts.head, type, site.types, document, context, hasTitle ? undefined : siteName);
  return html`<div class="document start">
${head}
${content}
${endings}
</div>`;
}

/** Returns the declarations of the filters of events. */
const eventVariables = ({ name, list }: ReaderType): string =>
  `$upcoming_${list}: ${name}Filter, $past_${list}: ${name}Filter`;

function rootField(
  site: Site,
  type: ReaderType,
  size: number,
  { hasCards, hasExcerpts }: Pick<Detail, 'hasCards' | 'hasExcerpts'>,
): string {
  const { list } = type;
  const events = eventsOf(site.schema, type);
  const fields = hasCards ? cardFields(type, site.types, { hasExcerpts }) : linkFields(type);
  const rowsOf = (orderBy: readonly OrderBy[], filter: string) =>
    `${list}${inParentheses(`first: ${size}`, filter, orderArgument(orderBy))} { totalCount ${size > 0 ? `nodes { ${fields.join(' ')} }` : ''} }`;
  if (!events) return rowsOf(listOrder(site.schema, type), '');
  return `${rowsOf(events.upcoming.orderBy, `filter: $upcoming_${list}`)}
  past_${list}: ${rowsOf(events.past.orderBy, `filter: $past_${list}`)}`;
}

/** Returns data with one list of the events of a type: the upcoming ones, then the past ones. One of both can be missing. */
function joinEvents(data: Data, type: ReaderType, size: number): Data {
  const { list = '' } = type;
  const parts = [data[list], data[`past_${list}`]].filter(isData);
  if (parts.length === 0) return data;
  const nodes = parts.flatMap((part) => nodesOf(part) ?? []).slice(0, size);
  const totalCount = parts.reduce((total, part) => total + Number(part.totalCount), 0);
  return { ...data, [list]: { totalCount, nodes } };
}

const totalIn = (data: Data, { list = '' }: ReaderType): number => {
  const value = data[list];
  return isData(value) ? Number(value.totalCount) : 0;
};

function nodesIn(data: Data, type: ReaderType): readonly Data[] {
  const nodes = nodesOf(data[type.list ?? '']) ?? [];
  return playableFirst(nodes, (node) => comesLast(type, node));
}

/** Renders the lead, which is the newest document with a picture that can be played, and the documents after it. @param isNew below the document for the home page, which leads itself: whether it does not show a document */
function leadSection(
  site: Site,
  type: ReaderType,
  data: Data,
  context: PageContext,
  isNew: ((type: ReaderType, node: Data) => boolean) | undefined,
): Html {
  if (isNew) {
    const nodes = nodesIn(data, type).filter((node) => isNew(type, node));
    return rows(site, type, nodes, data, context, context.messages.latest);
  }
  const { types } = site;
  const nodes = nodesIn(data, type);
  const leads = nodes.flatMap((node) => {
    const card = renderCard(type, node, context, { types, sizes: LEAD_SIZES, isFirst: true });
    return card ? [{ node, card }] : [];
  });
  const playable = leads.filter(({ node }) => !isUnready(type, node));
  const lead = playable.find(({ card }) => card.hasPicture) ?? playable[0] ?? leads[0];
  const otherNodes = nodes.filter((node) => node !== lead?.node);
  return html`${lead && html`<div class="lead">${lead.card}</div>`}
${rows(site, type, otherNodes, data, context, context.messages.latest)}`;
}

const section = (site: Site, type: ReaderType, data: Data, context: PageContext): Html =>
  rows(site, type, nodesIn(data, type), data, context, type.pluralLabel);

function rows(
  { types }: Site,
  type: ReaderType,
  nodes: readonly Data[],
  data: Data,
  context: PageContext,
  heading: string,
): Html {
  const path = pathWith(typePath(type), { locale: context.locale });
  const { messages } = context;
  const label = fillText(messages.all, messages.labelInSentence(type.pluralLabel));
  const all = html`<a href="${path}">${label}</a> <bdi class="number">${context.formats.number(totalIn(data, type))}</bdi>`;
  const shown =
    type.role === 'topic'
      ? tagList(nodes.flatMap((node) => readLink(type, node, context) ?? []))
      : cardGrid(nodes.flatMap((node) => renderCard(type, node, context, { types, level: 3 }) ?? []));
  return html`<section class="section"><div class="section-head"><h2>${heading}</h2><p>${all}</p></div>${nodes.length > 0 && shown}</section>`;
}

const tagList = (links: readonly { readonly path: string; readonly title: string }[]): Html =>
  html`<ul class="tags">${links.map(({ path, title }) => html`<li><a href="${path}">${isolate(title)}</a></li>`)}</ul>`;

/** Renders the pages of a site without other documents. */
const pagesOf = ({ links }: PageContent['frame'], { messages }: PageContext): Html =>
  links.length > 0 ? tagList(links) : html`<p>${isolate(messages.noDocuments)}</p>`;
