import { type Html, html } from '../markup/html.ts';
import { joinList } from '../markup/joinList.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { fieldText } from './linkView.ts';
import { readReferences, referenceFields } from './references.ts';
import type { Data, PageContext } from './view.ts';

const MAX_AUTHORS = 3;

/** Returns the selection of the authors of a document; none for a type without authors. */
export const authorFields = ({ author }: ReaderType, types: ReaderTypes): readonly string[] =>
  author?.model.shape === 'scalar' ? [author.name] : referenceFields(author, types, MAX_AUTHORS);

/** An author: a document with a page, or a text. */
interface Author {
  readonly title: string;
  readonly path?: string;
}

/** Returns the authors of a document. */
export function authorsOf(
  { author }: ReaderType,
  types: ReaderTypes,
  data: Data,
  context: PageContext,
): readonly Author[] {
  const text = fieldText(data, author);
  return text === '' ? readReferences(author, types, MAX_AUTHORS, data, context) : [{ title: text }];
}

/** Renders authors in one line; undefined without any. */
export function renderAuthors(
  authors: readonly Author[],
  { formats }: Pick<PageContext, 'formats'>,
): Html | undefined {
  if (authors.length === 0) return undefined;
  const names = authors.map(({ path, title }) =>
    path === undefined ? html`${title}` : html`<a href="${path}">${title}</a>`,
  );
  return html`<span class="byline">${joinList(names, formats.language)}</span>`;
}
