import { html } from '../markup/html.ts';
import { documentPath, pathWith } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { TYPE_NAME } from './selection.ts';
import { type Data, isData, type PageContext, type View } from './view.ts';

/** A document as a link shows it. */
export interface DocumentLink {
  readonly path: string;
  readonly title: string;
}

/** Returns the fields of a link to a document of a type. */
export const linkFields = ({ title, slug, language }: ReaderType): readonly string[] => [
  TYPE_NAME,
  'id',
  ...new Set([title, slug, language].flatMap((field) => field?.name ?? [])),
];

/** Returns the value of a field in the data of its object. */
export const fieldValue = (data: Data, field: ReadableField | undefined): unknown =>
  field && data[field.name];

/** Reads a link to a document from data with `linkFields`; undefined for another value. */
export function readLink(
  type: ReaderType,
  value: unknown,
  { locale }: Pick<PageContext, 'locale'>,
): DocumentLink | undefined {
  if (!isData(value) || typeof value.id !== 'string') return undefined;
  const slug = fieldValue(value, type.slug);
  const language = fieldValue(value, type.language);
  const path = documentPath(type, value.id, typeof slug === 'string' ? slug : undefined);
  return {
    path: pathWith(path, { locale: typeof language === 'string' ? language : locale }),
    title: titleOf(type, value),
  };
}

/** Returns the title of a document; its slug or the name of its type if it has none. */
export function titleOf(type: ReaderType, data: Data): string {
  const texts = [type.title, type.slug].map((field) => fieldValue(data, field));
  const text = texts.find((value) => typeof value === 'string' && value.trim() !== '');
  return text === undefined ? `${type.label} without a title` : String(text);
}

/** Creates the view of a link to a document of a type. */
export function createLinkView(type: ReaderType): View {
  return {
    arguments: '',
    fields: linkFields(type),
    isWide: () => false,
    render(value, context) {
      const link = readLink(type, value, context);
      return link && html`<a href="${link.path}">${link.title}</a>`;
    },
  };
}
