import { isReference, type Model, type ModelField, type ModelType } from './model.ts';
import { inlineMembers } from './unionMembers.ts';

/** The field with the key of an inline object in its list. A type of the model that declares the field replaces it. */
export const OBJECT_KEY = 'key';

/**
 * Returns the types of inline objects with a derived `key`: those whose objects can be items of a list or parts of a rich text.
 */
export function keyedTypes(model: Pick<Model, 'types' | 'unions'>): readonly ModelType[] {
  const items = objectsOf(model, ({ isList }) => isList);
  return [...model.types.values()].filter(
    (type) =>
      !type.document && !type.fields.has(OBJECT_KEY) && (type.richText !== undefined || items.has(type.name)),
  );
}

/**
 * Returns the SDL of `key` by the names of types. All types have it as a nullable field, so that one selection can contain it
 * for several types; it has `@semanticNonNull` where every object is in a list.
 * @param computed fields as `Type.field` whose lists have no stored keys
 */
export function keyFields(
  model: Pick<Model, 'types' | 'unions'>,
  computed: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const alone = objectsOf(
    model,
    (field, type) => !field.isList || computed.has(`${type.name}.${field.name}`),
  );
  return new Map(
    keyedTypes(model).map(({ name }) => [
      name,
      alone.has(name)
        ? `"The \`_key\` of the object in its list, its position if it has none; null if it is not in a list." ${OBJECT_KEY}: String`
        : `"The \`_key\` of the object in its list; its position if it has none." ${OBJECT_KEY}: String @semanticNonNull`,
    ]),
  );
}

/** Returns the names of the inline types that fields of a kind contain. */
function objectsOf(
  model: Pick<Model, 'types' | 'unions'>,
  isOfKind: (field: ModelField, type: ModelType) => boolean,
): ReadonlySet<string> {
  const fields = [...model.types.values()].flatMap((type) =>
    [...type.fields.values()].filter((field) => isOfKind(field, type)),
  );
  return new Set(
    fields.flatMap((field) => {
      if (field.shape === 'object') return field.typeName;
      return isReference(field) && field.target
        ? inlineMembers(model, field.target).map(({ name }) => name)
        : [];
    }),
  );
}
