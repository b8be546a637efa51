import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { type DocumentLink, fieldValue, linkFields, readLink } from './linkView.ts';
import { selectionOf } from './selection.ts';
import { type Data, nodesOf, type PageContext } from './view.ts';

const targetOf = (field: ReadableField | undefined, types: ReaderTypes): ReaderType | undefined =>
  field && types.get(field.model.target ?? field.model.typeName);

/** Returns the selection of links to the first documents of a field; none for a field without documents. */
export function referenceFields(
  field: ReadableField | undefined,
  types: ReaderTypes,
  count: number,
): readonly string[] {
  const target = targetOf(field, types);
  if (!field || !target) return [];
  const isConnection = field.model.shape === 'connection';
  const link = selectionOf(linkFields(target));
  const first = isConnection || field.model.isSliced ? `(first: ${count})` : '';
  return [`${field.name}${first} ${isConnection ? `{ nodes ${link} }` : link}`];
}

/** Reads the links to the first documents of a field from data with `referenceFields`. */
export function readReferences(
  field: ReadableField | undefined,
  types: ReaderTypes,
  count: number,
  data: Data,
  context: PageContext,
): readonly DocumentLink[] {
  const target = targetOf(field, types);
  if (!target) return [];
  const value = fieldValue(data, field);
  const listed = [nodesOf(value) ?? value].flat();
  return listed.slice(0, count).flatMap((document) => readLink(target, document, context) ?? []);
}
