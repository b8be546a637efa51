import type { Model, ModelType } from './model.ts';
import { inlineTypes } from './unionMembers.ts';

/** The field with the key of an inline object in its list. A type of the model that declares the field replaces it. */
export const OBJECT_KEY = 'key';

/**
 * The SDL of the field. It is nullable in all types, so that a selection can contain it for several types; for the same reason it
 * has no `@semanticNonNull`, which code generators read as non-null.
 */
export const OBJECT_KEY_SDL = `"The \`_key\` of the object in its list, its position if it has none; null if it is not in a list." ${OBJECT_KEY}: String`;

/**
 * Returns the types of inline objects with a derived `key`: types whose objects can be items of a list or parts of a rich text.
 */
export function keyedTypes(model: Pick<Model, 'types' | 'unions'>): readonly ModelType[] {
  const fields = [...model.types.values()].flatMap((type) => [...type.fields.values()]);
  const items = new Set(fields.flatMap((field) => (field.isList ? inlineTypes(model, field.typeName) : [])));
  return [...model.types.values()].filter(
    (type) =>
      !type.document && !type.fields.has(OBJECT_KEY) && (type.richText !== undefined || items.has(type)),
  );
}
