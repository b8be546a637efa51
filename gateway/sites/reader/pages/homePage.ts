import { type Html, html } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { pathWith, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { linkFields, readLink } from '../views/linkView.ts';
import { type Data, isData, type PageContext } from '../views/view.ts';
import type { PageContent, PageRequest, Site } from './site.ts';

/** Documents of each type on the home page; without them only the counts. */
const NEWEST: readonly [number, ...number[]] = [4, 2, 0];

/** Creates the home page: all types with their newest documents. */
export function createHomePage(site: Site): (request: PageRequest) => Promise<PageContent> {
  const types = [...site.types.values()];
  const operation = fitOperation(
    NEWEST,
    (first) => ({
      text: `query ReaderHome {
        ${types.map((type) => rootField(type, first)).join('\n')}
        ${site.nameFields} ${types.length === 0 ? '__typename' : ''} }`,
      variables: {},
    }),
    site.isWithinLimits,
  );
  const trusted = trustOperation(operation, site.trust);

  return async ({ send, context }) => {
    const { data, errors } = await requestOperation({ send, context }, trusted);
    if (
      types.length > 0 &&
      types.every(({ list, lookup }) => data[list ?? lookup] == null) &&
      errors.length > 0
    )
      throw new NoData(200, errors);
    const siteName = site.nameOf(data);
    const sections = types.flatMap((type) => typeSection(type, data, context) ?? []);
    return {
      status: 200,
      title: siteName,
      siteName,
      trail: [],
      main: html`<h1>${siteName}</h1>
${missingParts(errors)}
${sections.length > 0 ? html`<div class="types">${sections}</div>` : html`<p>There are no published documents.</p>`}`,
    };
  };
}

function rootField(type: ReaderType, first: number): string {
  const { list, lookup } = type;
  const fields = linkFields(type).join(' ');
  if (list === undefined) return `${lookup} { ${fields} }`;
  return `${list}(first: ${first}) { totalCount ${first > 0 ? `nodes { ${fields} }` : ''} }`;
}

/** Renders a type; undefined if it has no document. */
function typeSection(type: ReaderType, data: Data, context: PageContext): Html | undefined {
  const { locale, formats } = context;
  const value = data[type.list ?? type.lookup];
  if (!isData(value)) return undefined;
  if (type.list === undefined) {
    const link = readLink(type, value, context);
    return (
      link &&
      html`<section><h2><a href="${link.path}">${type.label}</a></h2><p class="facts">${link.title}</p></section>`
    );
  }
  const nodes = Array.isArray(value.nodes) ? value.nodes : [];
  const links = nodes.flatMap((node) => readLink(type, node, context) ?? []);
  const path = pathWith(typePath(type), { locale });
  return html`<section><h2><a href="${path}">${type.pluralLabel}</a> <span class="number">${formats.number(Number(value.totalCount))}</span></h2>${links.length > 0 && html`<ul>${links.map((link) => html`<li><a href="${link.path}">${link.title}</a></li>`)}</ul>`}</section>`;
}
