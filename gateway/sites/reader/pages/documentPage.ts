import { type Html, html } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { pathWith } from '../model/paths.ts';
import { isRelated, type ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { wordsOf } from '../model/words.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { trustOperation } from '../operations/requestOperation.ts';
import { createViews } from '../views/createViews.ts';
import { createListView } from '../views/listView.ts';
import { type FieldView, factList, fieldViews, renderFields, textsOf } from '../views/objectView.ts';
import type { Data, PageContext } from '../views/view.ts';
import { createCardView } from './cards.ts';
import {
  DETAILS,
  type DocumentPage,
  FIELD_DEPTH,
  requestDocument,
  trailOf,
  writeDocumentOperation,
} from './documentOperation.ts';
import { FIELD_PARAMETER, hasRowsPage } from './rowsPage.ts';
import type { Site } from './site.ts';

const RELATED_DOCUMENTS = 6;

/** Creates the pages of the documents of a type: all fields that everybody can read, in one operation. */
export function createDocumentPage(site: Site, type: ReaderType): DocumentPage {
  const naming: readonly (ReadableField | undefined)[] = [type.title, type.slug, type.language];
  const shown = type.fields.filter((field) => !naming.includes(field));
  const own = shown.filter((field) => !isRelated(field));
  const related = shown.filter(isRelated).map((field) => ({ field, view: createRelatedView(type, field) }));
  const operation = fitOperation(
    DETAILS,
    (detail) => {
      const views = createViews(site, detail);
      const fields = fieldViews(own, views, { depth: FIELD_DEPTH, objects: [type.name], texts: 0 });
      const relatedFields = detail.objects > 0 ? related : [];
      const selection = ['updatedAt', ...textsOf([...fields, ...relatedFields])];
      const text = writeDocumentOperation(site, type, { selection });
      return { text, variables: type.list === undefined ? {} : { by: { id: 'id' } }, fields, relatedFields };
    },
    site.isWithinLimits,
  );
  const trusted = trustOperation(operation, site.trust);

  return async (request, by) => {
    const { context, url } = request;
    const found = await requestDocument(type, trusted, request, { by });
    const { data, errors, document, title } = found;
    const allOf = (field: ReadableField) =>
      hasRowsPage(field)
        ? {
            path: pathWith(url.pathname, { [FIELD_PARAMETER]: field.name, locale: context.locale }),
            label: wordsOf(field.name),
          }
        : undefined;
    const { facts, text } = renderFields(operation.fields, document, context, allOf);
    return {
      status: 200,
      title,
      siteName: site.nameOf(data),
      trail: trailOf(type, request),
      localePath: found.localePath,
      main: html`<article>
<h1>${title}</h1>
<p class="kind">${type.label}</p>
${missingParts(errors)}
<div class="${text.length > 0 && facts.length > 0 ? 'columns' : 'column'}">
${text.length > 0 && html`<div class="content">${text}</div>`}
${facts.length > 0 && html`<div class="side">${factList(facts)}</div>`}
</div>
${renderRelated(operation.relatedFields, document, context)}
${updated(document, context)}
</article>`,
    };
  };
}

/** Creates the view of the documents that are similar to one. */
function createRelatedView(type: ReaderType, { field }: ReadableField) {
  const hasSize = field.args.some(({ name }) => name === 'first');
  const list = createListView(createCardView(type, { level: 3 }), 'cards');
  return { ...list, arguments: hasSize ? `(first: ${RELATED_DOCUMENTS})` : '' };
}

const renderRelated = (fields: readonly FieldView[], document: Data, context: PageContext): readonly Html[] =>
  fields.flatMap(({ field, view }) => {
    const cards = view.render(document[field.name], context);
    return cards ? [html`<section class="related"><h2>${wordsOf(field.name)}</h2>${cards}</section>`] : [];
  });

const updated = ({ updatedAt }: Data, { formats }: PageContext): Html | undefined =>
  typeof updatedAt === 'string'
    ? html`<p class="updated">Updated <time datetime="${updatedAt}">${formats.date(updatedAt)}</time></p>`
    : undefined;
