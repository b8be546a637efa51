import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Context, Row } from '../../core/context.ts';
import type { Model, ModelField, ModelType } from '../../core/model/model.ts';
import { ownValue } from './model/ownValue.ts';

type Resolver<C> = GraphQLFieldResolver<Row, C, Record<string, unknown>>;

/** Creates the resolvers of a model's fields, by the source of their value. */
export interface Binders<C> {
  /** Attributes, `@groq`, `@inverse` and `@asset`: the projection contains the value, or the asset's id. */
  document(model: Model, field: ModelField): Resolver<C>;
  /** Computed fields: the function returns the value of their source. */
  source(field: ModelField): (row: Row, context: C, info: GraphQLResolveInfo) => unknown;
  /** `@related`: the projection contains the document's id and the fields to compare. */
  related(type: ModelType, field: ModelField): Resolver<C>;
}

/** Resolves a computed field from the value of its source (`@groq`, `@inverse`, …), so it works under any alias. */
export type ComputedField = (
  value: unknown,
  args: Record<string, unknown>,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

/** The computed fields of a model by type and field: the export `resolvers` of `resolvers.ts` beside its SDL. */
export type ComputedFields = Readonly<Record<string, Readonly<Record<string, ComputedField>>>>;

/** Creates the resolvers of a model's fields. The providers create the resolvers of `id` and of derived fields. */
export function bindModel<C extends Context>(
  model: Model,
  binders: Binders<C>,
  computed: ComputedFields,
): Record<string, Record<string, Resolver<C>>> {
  const resolvers: Record<string, Record<string, Resolver<C>>> = {};
  for (const type of model.types.values()) {
    const fields: Record<string, Resolver<C>> = {};
    for (const field of type.fields.values()) {
      const compute = ownValue(ownValue(computed, type.name), field.name);
      const readSource = binders.source(field);
      fields[field.name] = compute
        ? (row, args, context, info) => compute(readSource(row, context, info), args, context, info)
        : bindField(model, type, field, binders);
    }
    resolvers[type.name] = fields;
  }
  for (const [name, compute] of Object.entries(computed.Query ?? {}))
    resolvers.Query = {
      ...resolvers.Query,
      [name]: (_root, args, context, info) => compute(undefined, args, context, info),
    };
  return resolvers;
}

function bindField<C>(model: Model, type: ModelType, field: ModelField, binders: Binders<C>): Resolver<C> {
  if (field.source.kind === 'related') return binders.related(type, field);
  return binders.document(model, field);
}
