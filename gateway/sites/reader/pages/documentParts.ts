import { type Html, html } from '../markup/html.ts';
import { isPartOfText } from '../model/partsOfText.ts';
import { pathWith } from '../model/paths.ts';
import { isRelated, type ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { labelOf } from '../model/words.ts';
import { createViews } from '../views/createViews.ts';
import { factList, renderFields } from '../views/fieldParts.ts';
import { type FieldView, fieldViews, renderField, textsOf } from '../views/fieldView.ts';
import { linkFields } from '../views/linkView.ts';
import { listKindOf } from '../views/listKind.ts';
import { createListView } from '../views/listView.ts';
import { LANGUAGE_VARIABLE } from '../views/videoView.ts';
import { type Data, type Detail, FIELD_DEPTH, type PageContext } from '../views/view.ts';
import { createCardView } from './cards.ts';
import { type DocumentHead, headFields } from './documentHead.ts';
import { FIELD_PARAMETER, hasRowsPage } from './rowsPage.ts';
import type { Site } from './site.ts';

const RELATED_DOCUMENTS = 6;

/** The parts of the page of a document, with what they select. */
export interface DocumentParts {
  readonly head: DocumentHead;
  readonly body: readonly FieldView[];
  /** Its lists of documents, which follow the text. */
  readonly endings: readonly FieldView[];
  readonly selection: readonly string[];
  /** The declarations of its variables; empty for none. */
  readonly declarations: string;
}

/** Returns the parts of the pages of a type. */
export function documentParts(site: Site, type: ReaderType, detail: Detail): DocumentParts {
  const views = createViews(site, detail, (member) =>
    createCardView(member, { types: site.types, level: 3 }),
  );
  const nesting = { depth: FIELD_DEPTH, objects: [type.name], texts: 0 };
  const { head, remainingFields } = headFields(type, site.types, views, nesting, site);
  const shownFields =
    detail.texts > 0
      ? remainingFields.filter((field) => !isPartOfText(field, type.fields, site.model))
      : remainingFields;
  const related = shownFields
    .filter(isRelated)
    .map((field) => ({ field, view: createRelatedView(site, type, field) }));
  const documents = shownFields.filter((field) => hasDocuments(site, field));
  const own = shownFields.filter((field) => !isRelated(field) && !documents.includes(field));
  const body = fieldViews(own, views, nesting);
  const endings = [...fieldViews(documents, views, nesting), ...(detail.objects > 0 ? related : [])];
  const selection = ['updatedAt', ...head.selection, ...textsOf([...body, ...endings])];
  const hasTranscript = head.heroes.some(({ field }) => field.model.shape === 'video');
  return {
    head,
    body,
    endings,
    selection,
    declarations: hasTranscript ? `$${LANGUAGE_VARIABLE}: String!` : '',
  };
}

/** Returns the variables of an operation with the parts of a document. @param language the language of the page, as a BCP 47 tag */
export const variablesOf = (
  parts: Pick<DocumentParts, 'declarations'> | undefined,
  language: string,
): Readonly<Record<string, unknown>> => (parts?.declarations ? { [LANGUAGE_VARIABLE]: language } : {});

/** Returns the selection of a singleton by another page than its own. */
export const selectSingle = (type: ReaderType, { selection }: DocumentParts): string =>
  `${type.lookup} { ${[...linkFields(type), ...selection].join(' ')} }`;

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

interface RenderedParts {
  /** The facts and the text; undefined without any. */
  readonly content: Html | undefined;
  readonly endings: readonly Html[];
}

/**
 * Renders the text of a document and the lists of documents after it.
 * @param title the name that the page shows
 * @param path the path of the document, and of the pages with all rows of its lists
 */
export function renderParts(
  { head, body, endings }: DocumentParts,
  document: Data,
  context: PageContext,
  { title, path }: { readonly title: string; readonly path: string },
): RenderedParts {
  const allOf = (field: ReadableField) =>
    hasRowsPage(field)
      ? {
          path: pathWith(path, { [FIELD_PARAMETER]: field.name, locale: context.locale }),
          label: labelOf(field),
        }
      : undefined;
  const { facts, text, lastFacts } = renderFields(body, document, context, {
    name: title,
    hasHeadings: true,
    isPictureFirst: head.heroes.length === 0,
    allOf,
  });
  const isEmpty = facts.length === 0 && text.length === 0 && lastFacts.length === 0;
  return {
    content: isEmpty
      ? undefined
      : html`<div class="content">${factList(facts)}${text}${factList(lastFacts)}</div>`,
    endings: endings.flatMap((each) => {
      const shown = renderField(each, document, { ...context, all: allOf(each.field) });
      return shown ? html`<section class="related"><h2>${labelOf(each.field)}</h2>${shown}</section>` : [];
    }),
  };
}
