import { type Html, html, isolate } from '../markup/html.ts';
import { fillText, type Messages } from '../messages/messages.ts';
import type { PageLocale } from '../model/documentLanguage.ts';
import { documentPath, pathWith } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { TYPE_NAME } from './selection.ts';
import { type Data, isData, type LinkTarget, type PageContext, type View } from './view.ts';

/** A document as a link shows it. */
export interface DocumentLink extends LinkTarget {
  readonly title: string;
}

/** Returns the fields of a link to a document of a type. */
export const linkFields = ({ titles, slug, language }: ReaderType): readonly string[] => [
  TYPE_NAME,
  'id',
  ...new Set([...titles.flat(), slug, language?.field].flatMap((field) => field?.name ?? [])),
];

/** Returns the value of a field in the data of its object. */
export const fieldValue = (data: Data, field: ReadableField | undefined): unknown =>
  field && data[field.name];

/** Returns the text in a field; empty without one. */
export function fieldText(data: Data, field: ReadableField | undefined): string {
  const value = fieldValue(data, field);
  return typeof value === 'string' ? value.trim() : '';
}

/** The language of a document; `unknown` is none of the languages of the pages, `all` is no language. */
type LanguageOf = PageLocale | 'unknown' | 'all';

/** Returns the language of a document. @param document data with `linkFields` */
export function languageOf({ language }: ReaderType, document: Data): LanguageOf {
  const name = unmarked(fieldText(document, language?.field));
  return name === '' ? 'all' : (language?.locales.get(name) ?? 'unknown');
}

/**
 * Returns the path of a document without its language. Only its id finds a document whose language no page has.
 * @param document data with `linkFields`
 */
export function pathOf(type: ReaderType, document: Data): string {
  const slug = languageOf(type, document) === 'unknown' ? undefined : fieldValue(document, type.slug);
  return documentPath(type, String(document.id), typeof slug === 'string' ? slug : undefined);
}

/** Reads a link to a document from data with `linkFields`; undefined for another value. */
export function readLink(
  type: ReaderType,
  value: unknown,
  { locale, messages }: Pick<PageContext, 'locale' | 'messages'>,
): DocumentLink | undefined {
  if (!isData(value) || typeof value.id !== 'string') return undefined;
  const language = languageOf(type, value);
  return {
    path: pathWith(pathOf(type, value), { locale: typeof language === 'string' ? locale : language.locale }),
    title: titleOf(type, value, messages),
  };
}

/** Returns the fields whose texts are the title of a document; none if they are empty. */
const titleFields = (type: ReaderType, data: Data): readonly ReadableField[] =>
  type.titles.find((parts) => parts.some((field) => fieldText(data, field) !== '')) ?? [];

/** Returns whether a document has a title of its own. */
export const hasTitle = (type: ReaderType, data: Data): boolean => titleFields(type, data).length > 0;

/** Returns the title of a document; its slug or the name of its type if it has none. */
export function titleOf(type: ReaderType, data: Data, { untitled }: Messages): string {
  const title = titleFields(type, data)
    .flatMap((field) => fieldText(data, field) || [])
    .join(' ');
  return title || fieldText(data, type.slug) || fillText(untitled, type.label);
}

/** Renders the title of a document. */
export const renderTitle = (type: ReaderType, data: Data, { messages }: PageContext): Html =>
  isolate(titleOf(type, data, messages));

/** Creates the view of a link to a document of a type. */
export function createLinkView(type: ReaderType): View {
  return {
    arguments: '',
    fields: linkFields(type),
    isWide: () => false,
    target: (value, context) => readLink(type, value, context),
    links: (value, context) => [readLink(type, value, context) ?? []].flat(),
    render(value, context) {
      const link = readLink(type, value, context);
      return link && isData(value)
        ? html`<a href="${link.path}">${renderTitle(type, value, context)}</a>`
        : undefined;
    },
  };
}
