import { type Html, html } from '../markup/html.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { fieldText, fieldValue, linkFields, readLink } from './linkView.ts';
import { selectionOf } from './selection.ts';
import { type Data, isData, type PageContext } from './view.ts';

const MAX_AUTHORS = 3;

/** Returns the type of the documents that a field with authors refers to; undefined for a text. */
const authorType = ({ author }: ReaderType, types: ReaderTypes): ReaderType | undefined =>
  types.get(author?.model.target ?? author?.model.typeName ?? '');

/** Returns the selection of the authors of a document; none for a type without authors. */
export function authorFields(type: ReaderType, types: ReaderTypes): readonly string[] {
  const { author } = type;
  if (!author) return [];
  if (author.model.shape === 'scalar') return [author.name];
  const target = authorType(type, types);
  if (!target) return [];
  const link = selectionOf(linkFields(target));
  return author.model.shape === 'connection'
    ? [`${author.name}(first: ${MAX_AUTHORS}) { nodes ${link} }`]
    : [`${author.name} ${link}`];
}

/** An author: a document with a page, or a text. */
interface Author {
  readonly title: string;
  readonly path?: string;
}

/** Returns the authors of a document. */
export function authorsOf(
  type: ReaderType,
  types: ReaderTypes,
  data: Data,
  context: PageContext,
): readonly Author[] {
  const text = fieldText(data, type.author);
  if (text !== '') return [{ title: text }];
  const target = authorType(type, types);
  const value = fieldValue(data, type.author);
  const listed = [isData(value) && Array.isArray(value.nodes) ? value.nodes : value].flat();
  return target
    ? listed.slice(0, MAX_AUTHORS).flatMap((author) => readLink(target, author, context) ?? [])
    : [];
}

/** Renders authors in one line; undefined without any. */
export function renderAuthors(authors: readonly Author[]): Html | undefined {
  if (authors.length === 0) return undefined;
  return html`<span class="byline">${authors.map(({ path, title }, index) => [
    index === 0 ? '' : index === authors.length - 1 ? ' and ' : ', ',
    path === undefined ? title : html`<a href="${path}">${title}</a>`,
  ])}</span>`;
}
