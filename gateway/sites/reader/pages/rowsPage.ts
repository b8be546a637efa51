import { html, isolate } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { pathWith } from '../model/paths.ts';
import { isRelated, type ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { labelOf } from '../model/words.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, trustOperation } from '../operations/requestOperation.ts';
import { type DocumentPage, requestDocument, trailOf, writeDocumentOperation } from './documentOperation.ts';
import { NotFound } from './notFound.ts';
import { rowsDetails, writeRows } from './rowsOperation.ts';
import type { Site } from './site.ts';

/** The parameter of a document's address with the name of a list. */
export const FIELD_PARAMETER = 'field';

/** Returns whether a field of a document has pages with all its rows. */
export function hasRowsPage(field: ReadableField): boolean {
  const { shape, isList, isSliced } = field.model;
  const accepts = (name: string) => field.field.args.some((argument) => argument.name === name);
  if (shape === 'connection') return ['first', 'after', 'last', 'before'].every(accepts);
  return isList && !isRelated(field) && (!isSliced || accepts('offset'));
}

/** Creates the pages with all rows of a list of a document. Each is one operation. */
export function createRowsPage(site: Site, type: ReaderType, field: ReadableField): DocumentPage {
  const label = labelOf(field);
  const operation = fitOperation(
    rowsDetails(site, field),
    (detail) => {
      const rows = writeRows(site, type, field, detail);
      const text = writeDocumentOperation(site, type, {
        name: `_${field.name}`,
        variables: rows?.declarations ?? '',
        selection: rows ? [`${field.name}${rows.selection}`] : [],
      });
      const by = type.list === undefined ? {} : { by: { id: 'id' } };
      return { text, variables: { ...by, ...rows?.costVariables }, rows };
    },
    site,
  );
  const { rows } = operation;
  const trusted = trustOperation(operation, site.trust);

  return async (request, by) => {
    if (!rows) throw new NotFound();
    const { context, url } = request;
    const { locale } = context;
    const { pathname: path, searchParams: query } = url;
    const found = await requestDocument(type, trusted, request, { by, ...rows.variablesOf(query) });
    const { data, errors, document, title, localePath, versions } = found;
    const value = document[field.name];
    if (value === null && errors.length > 0) throw new NoData(200, errors);
    const parameters = { [FIELD_PARAMETER]: field.name, locale };
    const { shown, total, links } = rows.render(value, { query, path, parameters, context });
    const allRows = (each: string) => pathWith(each, { [FIELD_PARAMETER]: field.name });
    const documentLink = { path: pathWith(path, { locale }), label: title };
    return {
      status: 200,
      title: `${label} – ${title}`,
      frame: site.frameOf(data, context),
      trail: [...trailOf(type, request), documentLink],
      localePath: allRows(localePath),
      versions: versions && new Map([...versions].map(([tag, each]) => [tag, allRows(each)])),
      main: html`<h1>${label}${total !== undefined && html` <bdi class="number">${context.formats.number(total)}</bdi>`}</h1>
${missingParts(errors, context)}
${shown ?? html`<p>${isolate(context.messages.emptyList)}</p>`}
${links}`,
    };
  };
}
