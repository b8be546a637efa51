import { type Html, html } from '../markup/html.ts';
import { missingParts } from '../markup/notices.ts';
import { pathWith } from '../model/paths.ts';
import { isRelated, type ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { wordsOf } from '../model/words.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { trustOperation } from '../operations/requestOperation.ts';
import { createViews } from '../views/createViews.ts';
import { factList, renderFields } from '../views/fieldParts.ts';
import { type FieldView, fieldViews, renderField, textsOf } from '../views/fieldView.ts';
import { listKindOf } from '../views/listKind.ts';
import { createListView } from '../views/listView.ts';
import type { Data, Detail, PageContext } from '../views/view.ts';
import { createCardView } from './cards.ts';
import { headFields, renderHead } from './documentHead.ts';
import {
  DETAILS,
  type DocumentPage,
  FIELD_DEPTH,
  type LookupArgument,
  requestDocument,
  trailOf,
  writeDocumentOperation,
} from './documentOperation.ts';
import { documentPreview } from './documentPreview.ts';
import { FIELD_PARAMETER, hasRowsPage } from './rowsPage.ts';
import type { PageRequest, Site } from './site.ts';

const RELATED_DOCUMENTS = 6;

/** Creates the pages of the documents of a type: all fields for readers, in one operation. */
export function createDocumentPage(site: Site, type: ReaderType): DocumentPage {
  const operation = fitOperation(
    DETAILS,
    (detail) => writeOperation(site, type, detail),
    site.isWithinLimits,
  );
  const { head, body, endings } = operation;
  const trusted = trustOperation(operation, site.trust);

  return async (request: PageRequest, by: LookupArgument | undefined) => {
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
    const { facts, text } = renderFields(body, document, context, {
      name: title,
      hasHeadings: true,
      isPictureFirst: head.heroes.length === 0,
      allOf,
    });
    const after = endings.flatMap((each) => renderEnding(each, document, context, allOf) ?? []);
    return {
      status: 200,
      title,
      frame: site.frameOf(data, context),
      trail: trailOf(type, request),
      localePath: found.localePath,
      preview: documentPreview(site, type, found, request),
      main: html`<article class="document ${type.role}">
${renderHead(head, type, site.types, document, context)}
${missingParts(errors)}
<div class="content">${factList(facts)}${text}</div>
${type.role === 'article' && updated(document, context)}
${after}
</article>`,
    };
  };
}

/** Writes the operation of a page, and returns the fields of its parts. */
function writeOperation(site: Site, type: ReaderType, detail: Detail) {
  const views = createViews(site, detail, (member) =>
    createCardView(member, { types: site.types, level: 3 }),
  );
  const nesting = { depth: FIELD_DEPTH, objects: [type.name], texts: 0 };
  const { head, others } = headFields(type, site.types, views, nesting);
  const related = others
    .filter(isRelated)
    .map((field) => ({ field, view: createRelatedView(site, type, field) }));
  const documents = others.filter((field) => hasDocuments(site, field));
  const own = others.filter((field) => !isRelated(field) && !documents.includes(field));
  const body = fieldViews(own, views, nesting);
  const endings = [...fieldViews(documents, views, nesting), ...(detail.objects > 0 ? related : [])];
  const selection = ['updatedAt', ...head.selection, ...textsOf([...body, ...endings])];
  const text = writeDocumentOperation(site, type, { selection });
  const variables = type.list === undefined ? {} : { by: { id: 'id' } };
  return { text, variables, head, body, endings };
}

/** Returns whether a field has a list of documents, which follows the text. */
const hasDocuments = ({ model }: Site, field: ReadableField): boolean =>
  (field.model.isList || field.model.shape === 'connection') &&
  !isRelated(field) &&
  listKindOf(model, field.model) === 'links';

/** Creates the view of the documents that are similar to one. */
function createRelatedView({ types }: Site, type: ReaderType, { field }: ReadableField) {
  const hasSize = field.args.some(({ name }) => name === 'first');
  const list = createListView(createCardView(type, { types, level: 3 }), 'links');
  return { ...list, arguments: hasSize ? `(first: ${RELATED_DOCUMENTS})` : '' };
}

/** Renders the documents to which a document refers, that refer to it, or that are similar to it. */
function renderEnding(
  each: FieldView,
  document: Data,
  context: PageContext,
  allOf: (field: ReadableField) => PageContext['all'],
): Html | undefined {
  const shown = renderField(each, document, { ...context, all: allOf(each.field) });
  return shown && html`<section class="related"><h2>${wordsOf(each.field.name)}</h2>${shown}</section>`;
}

const updated = ({ updatedAt }: Data, { formats }: PageContext): Html | undefined =>
  typeof updatedAt === 'string'
    ? html`<p class="updated">Updated <time datetime="${updatedAt}">${formats.date(updatedAt)}</time></p>`
    : undefined;
