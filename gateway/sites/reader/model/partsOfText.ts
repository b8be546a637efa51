import type { Model, ModelField } from '../../../core/model/model.ts';
import type { ReadableField } from './readableFields.ts';

/** An expression that reads values out of an attribute, such as `body[_type == 'film'].reference` and `pt::text(body)`. */
const PART = /^\s*(?:pt::text\(\s*)?(\w+)\s*[[.)]/;

/**
 * Returns whether a field repeats what a rich text of its document shows: the text itself, or values of a type that its objects
 * have, such as the films in it.
 */
export function isPartOfText(
  { model: field }: ReadableField,
  fields: readonly ReadableField[],
  { types }: Pick<Model, 'types'>,
): boolean {
  if (field.source.kind !== 'groq' || field.shape === 'richText') return false;
  const [, attribute] = PART.exec(field.source.expr) ?? [];
  const isText = ({ model: { shape, isList, name, source } }: ReadableField) =>
    shape === 'richText' && !isList && attribute === (source.kind === 'groq' ? source.expr.trim() : name);
  if (attribute === undefined || !fields.some(isText)) return false;
  if (field.shape === 'scalar') return field.typeName === 'String';
  const isShown = (other: ModelField) => typeOf(other) === typeOf(field);
  return [...types.values()].some(
    ({ richText, fields: inner }) => richText !== undefined && [...inner.values()].some(isShown),
  );
}

const typeOf = ({ target, typeName }: ModelField): string => target ?? typeName;
