import { type Html, html } from '../markup/html.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { heroView } from '../views/assetViews.ts';
import { authorFields } from '../views/authors.ts';
import { type FieldView, fieldViews, renderField, textsOf } from '../views/fieldView.ts';
import { renderTitle } from '../views/linkView.ts';
import { asLine } from '../views/scalarViews.ts';
import type { Data, FieldNesting, PageContext, Views } from '../views/view.ts';
import { bylineOf, joined } from './cards.ts';

/** The head of a document: what names, introduces and dates it. */
export interface DocumentHead {
  /** The fields that it selects, besides those of a link. */
  readonly selection: readonly string[];
  readonly topics: readonly FieldView[];
  readonly standfirst: FieldView | undefined;
  readonly picture: FieldView | undefined;
}

/** Returns the head of the documents of a type, and their other fields. */
export function headFields(
  type: ReaderType,
  types: ReaderTypes,
  views: Views,
  nesting: FieldNesting,
): { readonly head: DocumentHead; readonly others: readonly ReadableField[] } {
  const { titles, slug, language, standfirst, author, picture, date, text } = type;
  const byline = authorFields(type, types);
  const topicFields = type.fields.filter(
    ({ model }) => model.source.kind !== 'inverse' && types.get(model.target ?? model.typeName)?.role === 'topic',
  );
  const topics = fieldViews(topicFields, views, nesting);
  const [found] = picture ? fieldViews([picture], views, nesting) : [];
  const hero = found && found.field.model.shape === 'image' ? { ...found, view: heroView } : found;
  const inHead = new Set([
    ...[...titles.flat(), slug, language, standfirst, date, ...topicFields],
    ...[byline.length > 0 ? author : undefined, hero?.field],
  ]);
  return {
    head: {
      topics,
      standfirst: standfirst && asLine({ field: standfirst }),
      picture: hero,
      selection: [
        ...[standfirst, date].flatMap((field) => field?.name ?? []),
        ...byline,
        ...(!standfirst && text ? [`${text.name} { plainText }`] : []),
        ...textsOf([...topics, ...(hero ? [hero] : [])]),
      ],
    },
    others: type.fields.filter((field) => !inHead.has(field)),
  };
}

/** Renders the head of a document. */
export function renderHead(
  { topics, standfirst, picture }: DocumentHead,
  type: ReaderType,
  types: ReaderTypes,
  document: Data,
  context: PageContext,
): Html {
  const about = topics.flatMap((topic) => renderField(topic, document, context) ?? []);
  const introduction = standfirst && renderField(standfirst, document, context);
  const byline = bylineOf(type, document, context, types);
  const hero = picture && renderField(picture, document, context);
  return html`<div class="head">
${about.length > 0 && html`<div class="topics">${about}</div>`}
<h1>${renderTitle(type, document, context)}</h1>
${introduction && html`<p class="standfirst">${introduction}</p>`}
${byline.length > 0 && html`<p class="facts">${joined(byline)}</p>`}
</div>
${hero && html`<div class="hero">${hero}</div>`}`;
}
