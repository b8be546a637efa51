import { mapFields } from './mapFields.ts';
import type { Model, ModelField, ModelType } from './model.ts';

/**
 * Returns whether a list of a document can have the arguments `first` and `offset`. Lists of references cannot: connections page
 * through documents.
 */
export function canBeSliced({ types, unions }: Pick<Model, 'types' | 'unions'>, field: ModelField): boolean {
  const { isList, shape, source, typeName } = field;
  if (!isList || shape === 'document' || (source.kind !== 'attribute' && source.kind !== 'groq'))
    return false;
  return shape !== 'union' || (unions.get(typeName) ?? []).some((name) => !types.get(name)?.document);
}

/**
 * Marks the lists that the content service slices: lists with the argument `first`.
 * @param computed computed fields as `Type.field`, which need their whole list
 */
export function withSlicedFields(model: Model, computed: ReadonlySet<string>): Model {
  const isSliced = (type: ModelType, field: ModelField) =>
    canBeSliced(model, field) &&
    !computed.has(`${type.name}.${field.name}`) &&
    (field.node.arguments?.some(({ name }) => name.value === 'first') ?? false);
  return mapFields(model, (field, type) => (isSliced(type, field) ? { ...field, isSliced: true } : field));
}
