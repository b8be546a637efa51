import { isUnionType } from 'graphql';
import { cutText, cutToBytes } from '../../../core/text/textBoundaries.ts';
import type { PictureSizes } from '../markup/card.ts';
import { fillIn } from '../markup/fillIn.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { fillText } from '../messages/messages.ts';
import { pathWith, SEARCH_PATH, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { linkFields } from '../views/linkView.ts';
import { type SelectedMember, selectMembers, TYPE_NAME } from '../views/selection.ts';
import { type Data, isData, type PageContext } from '../views/view.ts';
import { cardFields, renderCard } from './cards.ts';
import { PAGE_ARGUMENTS, PAGE_INFO, PAGE_ROWS, PAGE_VARIABLES, pageLinks, pageVariables } from './paging.ts';
import { argumentsOf, facetLinks, facetWords, selectedValues, visibleFacets } from './searchFacets.ts';
import { searchForm } from './searchForm.ts';
import { searchMoments } from './searchMoments.ts';
import { inParentheses, type PageContent, type PageRequest, type Site } from './site.ts';
import { renderSnippets } from './snippets.ts';

const MAX_QUERY_CHARACTERS = 200;
/** The limit of the search field, in UTF-8. */
const MAX_QUERY_BYTES = 512;

interface Detail {
  readonly hasPictures: boolean;
  readonly hasAliases: boolean;
  readonly hasFacets: boolean;
  readonly hasMoments: boolean;
}
const DETAILS: readonly [Detail, ...Detail[]] = [
  { hasPictures: true, hasAliases: true, hasFacets: true, hasMoments: true },
  { hasPictures: true, hasAliases: true, hasFacets: true, hasMoments: false },
  { hasPictures: true, hasAliases: false, hasFacets: true, hasMoments: false },
  { hasPictures: false, hasAliases: false, hasFacets: true, hasMoments: false },
  { hasPictures: false, hasAliases: false, hasFacets: false, hasMoments: false },
];

/** The width of the picture of a result. */
const RESULT_SIZES: PictureSizes = [
  ['(min-width: 45rem)', '9rem'],
  ['', '20vw'],
];

type Members = ReadonlyMap<string, SelectedMember & { readonly type: ReaderType }>;

/** Creates the search page. It works without scripts: facets and pages are links. */
export function createSearchPage(site: Site): (request: PageRequest) => Promise<PageContent> {
  const facets = visibleFacets(site);
  const operation = fitOperation(DETAILS, (detail) => write(site, detail), site);
  const { members, moments } = operation;
  const trusted = trustOperation(operation, site.trust);
  const wordsFor = facetWords(site, facets);
  const facetKeys = facets.map(({ key }) => key);
  const numbers = new Set(facets.flatMap(({ key, kind }) => (kind === 'number' ? [key] : [])));

  return async ({ url, send, context, sections }) => {
    const query = cutToBytes(cutText(url.searchParams.get('q') ?? '', MAX_QUERY_CHARACTERS), MAX_QUERY_BYTES);
    const selected = selectedValues(facets, url.searchParams);
    const hasMoments = query !== '' && !['after', 'before'].some((name) => url.searchParams.has(name));
    const { data, errors } = await requestOperation({ send, context }, trusted, {
      ...pageVariables(url.searchParams),
      ...moments?.variables(hasMoments, context.formats.language),
      query,
      ...argumentsOf(facets, selected),
      facets: facetKeys,
    });
    const { search } = data;
    if (!isData(search)) throw new NoData(200, errors);
    const edges = Array.isArray(search.edges) ? search.edges.filter(isData) : [];
    const results = edges.flatMap((edge) => renderResult(edge, site, members, context) ?? []);
    const parameters = { q: query, ...selected, locale: context.locale };
    const { messages } = context;
    const inVideos = moments?.render(data.moments, context);
    const hasDocuments = Number(search.totalCount) > 0;
    const isEmpty = !hasDocuments && !inVideos;
    return {
      status: 200,
      title: query === '' ? messages.search : fillText(messages.searchFor, query),
      frame: site.frameOf(data, context),
      trail: [],
      main: html`<h1>${isolate(query === '' ? messages.search : fillIn(messages.searchFor, html`<q>${query}</q>`))}</h1>
${searchForm(context, query)}
${(hasDocuments || isEmpty) && html`<p class="count">${isEmpty && query !== '' ? isolate(fillIn(messages.nothingMatches, query)) : countOf(search, context)}</p>`}
${missingParts(errors, context)}
${isEmpty && sectionTags(await sections(), context)}
<div class="columns"><div class="content">${results.length > 0 && html`<ul class="cards results">${results.map((result) => html`<li>${result}</li>`)}</ul>`}
${inVideos}
${pageLinks(search, SEARCH_PATH, parameters, context)}</div>
<div class="side">${(!isEmpty || Object.keys(selected).length > 0) && facetLinks(search.facets, parameters, context, { wordsFor, numbers })}</div></div>`,
    };
  };
}

/** Renders links to the lists of a site. */
const sectionTags = (sections: readonly ReaderType[], { locale }: PageContext): Html =>
  html`<ul class="tags">${sections.map((type) => html`<li><a href="${pathWith(typePath(type), { locale })}">${type.pluralLabel}</a></li>`)}</ul>`;

function write(site: Site, { hasPictures, hasAliases, hasFacets, hasMoments }: Detail) {
  const { schema, types } = site;
  const union = schema.getType('SearchItem');
  const listed = (isUnionType(union) ? union.getTypes() : []).flatMap(({ name }) => {
    const type = types.get(name);
    return type ? [{ name, type, fields: hasPictures ? cardFields(type, types) : linkFields(type) }] : [];
  });
  const select = selectMembers(listed, { schema, hasAliases });
  const members: Members = new Map(
    listed.map((member) => [member.name, { ...select(member), type: member.type }]),
  );
  const hasFilter = schema.getType('SearchFilter') !== undefined;
  const queryArguments = `query: $query, types: $types${hasFilter ? ', filter: $filter' : ''}`;
  const moments = hasMoments ? searchMoments(site, queryArguments) : undefined;
  const variables = inParentheses(
    '$query: String!, $types: [DocumentType!]',
    hasFilter ? '$filter: SearchFilter' : '',
    hasFacets ? '$facets: [FacetKey!]' : '',
    moments?.declarations ?? '',
    PAGE_VARIABLES,
  );
  const searchArguments = inParentheses(queryArguments, hasFacets ? 'facets: $facets' : '', PAGE_ARGUMENTS);
  const text = `query ReaderSearch${variables} {
    search${searchArguments} {
      totalCount totalIsExact relaxedQuery correctedQuery correctionIsLikely ${PAGE_INFO}
      edges { highlights { field segments { text matched } } node { ${[TYPE_NAME, ...[...members.values()].map(({ text: member }) => member)].join(' ')} } }
      ${hasFacets ? 'facets { key label values { value label count selected } }' : ''} }
    ${moments?.selection ?? ''}
    ${site.fields} }`;
  const facets = hasFacets ? visibleFacets(site).map(({ key }) => key) : [];
  return {
    text,
    members,
    moments,
    variables: {
      query: '',
      first: PAGE_ROWS,
      facets,
      ...moments?.variables(true, site.model.locales.all[0].tag),
    },
  };
}

function renderResult(
  { node, highlights }: Data,
  { types }: Site,
  members: Members,
  context: PageContext,
): Html | undefined {
  const member = isData(node) ? members.get(String(node[TYPE_NAME])) : undefined;
  if (!member || !isData(node)) return undefined;
  const { type } = member;
  const snippets = renderSnippets(
    highlights,
    type.titles.flat().map(({ name }) => name),
  );
  const more = snippets.length > 0 ? html`${snippets}` : undefined;
  return renderCard(type, member.read(node), context, { types, kind: type.label, more, sizes: RESULT_SIZES });
}

function countOf(
  { totalCount, totalIsExact, relaxedQuery, correctedQuery, correctionIsLikely }: Data,
  { formats, messages }: PageContext,
): Html {
  const count = Number(totalCount);
  const results = (totalIsExact ? messages.results : messages.aboutResults)(count, formats.number(count));
  const isCorrected = typeof correctedQuery === 'string' && count > 0;
  const sentences = [
    ...(isCorrected
      ? [fillIn(correctionIsLikely ? messages.correctedTo : messages.similarWords, correctedQuery)]
      : []),
    html`${results}.`,
    ...(typeof relaxedQuery === 'string' ? [html`${messages.withoutAllWords}`] : []),
  ];
  return isolate(html`${sentences.map((sentence, index) => [index > 0 && ' ', sentence])}`);
}
