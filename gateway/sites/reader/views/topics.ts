import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { type DocumentLink, fieldValue, linkFields, readLink } from './linkView.ts';
import { selectionOf } from './selection.ts';
import { type Data, isData, type PageContext } from './view.ts';

/** Returns the fields of a type with topics of its documents. */
export const topicsOf = (type: ReaderType, types: ReaderTypes): readonly ReadableField[] =>
  type.fields.filter(
    ({ model }) =>
      model.source.kind !== 'inverse' && types.get(model.target ?? model.typeName)?.role === 'topic',
  );

/** Returns the selection of the first topic of a document; none for a type without topics, and for topics. */
export function topicFields(type: ReaderType, types: ReaderTypes): readonly string[] {
  const [field] = type.role === 'topic' ? [] : topicsOf(type, types);
  const target = field && types.get(field.model.target ?? field.model.typeName);
  if (!field || !target) return [];
  const link = selectionOf(linkFields(target));
  if (field.model.shape === 'connection') return [`${field.name}(first: 1) { nodes ${link} }`];
  return [`${field.name}${field.model.isSliced ? '(first: 1)' : ''} ${link}`];
}

/** Returns the first topic of a document from data with `topicFields`. */
export function topicOf(
  type: ReaderType,
  types: ReaderTypes,
  data: Data,
  context: PageContext,
): DocumentLink | undefined {
  const [field] = topicsOf(type, types);
  const target = field && types.get(field.model.target ?? field.model.typeName);
  const value = fieldValue(data, field);
  const [first] = [isData(value) && Array.isArray(value.nodes) ? value.nodes : value].flat();
  return target && readLink(target, first, context);
}
