import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Context, Row } from '../../core/context.ts';
import type { Model, ModelField, ModelType } from '../../core/model/model.ts';

type Resolver<C> = GraphQLFieldResolver<Row, C, Record<string, unknown>>;

/** What each provider's room does with a field that says it lives there. */
export interface Binders<C> {
  /** Attributes, `@groq` and `@inverse`: the value stands in the projection. */
  document(model: Model, field: ModelField): Resolver<C>;
  /** `@asset`: the projection carries the asset's id. */
  asset(field: ModelField): Resolver<C>;
  /** `@related`: the projection carries the document's id and what it is compared by. */
  related(type: ModelType, field: ModelField): Resolver<C>;
}

/**
 * A field whose meaning is computed. It takes what the field's origin yields, so that it needs nothing but what its SDL
 * says, and works under any alias.
 */
export type ComputedField = (
  value: unknown,
  args: Record<string, unknown>,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

/** The computed fields of a model, by type and field: what `resolvers.ts` beside the SDL exports as `resolvers`. */
export type ComputedFields = Readonly<Record<string, Readonly<Record<string, ComputedField>>>>;

/** Binds every field of a model to the room of its origin; `id` and what core adds are bound by the rooms themselves. */
export function bindModel<C extends Context>(
  model: Model,
  binders: Binders<C>,
  computed: ComputedFields,
): Record<string, Record<string, Resolver<C>>> {
  const resolvers: Record<string, Record<string, Resolver<C>>> = {};
  for (const type of model.types.values()) {
    const fields: Record<string, Resolver<C>> = {};
    for (const field of type.fields.values()) {
      const own = computed[type.name]?.[field.name];
      const routed = bindField(model, type, field, binders);
      fields[field.name] = own
        ? (row, args, context, info) => own(row[String(info.path.key)], args, context, info)
        : routed;
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
  if (field.origin.kind === 'asset') return binders.asset(field);
  if (field.origin.kind === 'related') return binders.related(type, field);
  return binders.document(model, field);
}
