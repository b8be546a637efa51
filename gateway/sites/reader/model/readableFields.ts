import { type GraphQLField, type GraphQLSchema, isObjectType, isRequiredArgument } from 'graphql';
import type { ModelField, ModelType } from '../../../core/model/model.ts';

/** A field of the model that everybody can read. */
export interface ReadableField {
  readonly name: string;
  readonly model: ModelField;
  readonly field: GraphQLField<unknown, unknown>;
}

/**
 * Returns the fields of a type that a schema contains, in the order of the model, without deprecated fields, ids, and fields
 * that need an argument.
 */
export function readableFields(type: ModelType, schema: GraphQLSchema): readonly ReadableField[] {
  const visible = schema.getType(type.name);
  if (!isObjectType(visible)) return [];
  const fields = visible.getFields();
  return [...type.fields.values()].flatMap((model) => {
    const field = fields[model.name];
    const isReadable =
      field !== undefined &&
      field.deprecationReason == null &&
      !field.args.some(isRequiredArgument) &&
      model.source.kind !== 'identity';
    return isReadable ? [{ name: model.name, model, field }] : [];
  });
}

/** Returns whether a field has the documents that are similar to its own. */
export const isRelated = ({ model }: ReadableField): boolean => model.source.kind === 'related';
