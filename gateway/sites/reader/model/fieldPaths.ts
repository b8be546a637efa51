import type { GraphQLSchema } from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import { type ReadableField, readableFields } from './readableFields.ts';

/** The path to a value: a field of a document, or a field of its inline object; empty for no value. */
export type FieldPath = readonly ReadableField[];

export interface PathOptions {
  readonly model: Model;
  readonly schema: GraphQLSchema;
}

/** Returns the fields of the inline object in a field, or of a list of such objects; none for other fields. */
export function innerFields(
  { model: field }: ReadableField,
  { model, schema }: PathOptions,
): readonly ReadableField[] {
  const object = field.shape === 'object' ? model.types.get(field.typeName) : undefined;
  return object ? readableFields(object, schema) : [];
}

/** Returns the selection of the value at a path; of a list, its first row. @param selection the selection within the value; empty for a scalar */
export const selectionAt = (path: FieldPath, selection = ''): string =>
  path.reduceRight((inner, { name, model: { isSliced } }, index) => {
    const selected = index === path.length - 1 ? inner : `{ ${inner} }`;
    return `${name}${isSliced ? '(first: 1)' : ''} ${selected}`.trimEnd();
  }, selection);

/** Returns the value at a path in the data of a document; of a list, its first row. Undefined for the empty path. */
export function valueAt(path: FieldPath, data: Readonly<Record<string, unknown>>): unknown {
  if (path.length === 0) return undefined;
  return path.reduce<unknown>((value, { name }) => {
    const inner = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return Array.isArray(inner) ? inner.find((each) => each !== null) : inner;
  }, data);
}
