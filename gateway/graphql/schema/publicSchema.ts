import { GraphQLSchema, getNamedType } from 'graphql';
import { once } from '../../services/cache/once.ts';

/** Directives by which the model describes its sources and limits to the gateway. Nothing in the public schema has them. */
const MODEL_DIRECTIVES: ReadonlySet<string> = new Set([
  'asset',
  'cacheControl',
  'document',
  'enumValue',
  'groq',
  'inverse',
  'label',
  'localized',
  'lookup',
  'object',
  'orderable',
  'related',
  'requiresScopes',
  'richText',
  'searchable',
]);

const DESCRIPTION =
  'The documents of a publication, their videos, and search. The content is read-only; mutations manage API keys. The address `/docs` has guides and a reference.';

const known = new WeakMap<GraphQLSchema, () => GraphQLSchema>();

/**
 * Returns a schema as clients see it: with a description, without the directives of the model, and without the types that only
 * these directives use.
 */
export function publicSchema(schema: GraphQLSchema): GraphQLSchema {
  const create = known.get(schema) ?? once(() => withoutModelDirectives(schema));
  known.set(schema, create);
  return create();
}

function withoutModelDirectives(schema: GraphQLSchema): GraphQLSchema {
  const { directives, types, description, ...config } = schema.toConfig();
  const isPublic = ({ name }: { readonly name: string }) => !MODEL_DIRECTIVES.has(name);
  const removed = directives.filter((directive) => !isPublic(directive));
  const argumentTypes = new Set(
    removed.flatMap(({ args }) => args.map(({ type }) => getNamedType(type).name)),
  );
  return new GraphQLSchema({
    ...config,
    assumeValid: true,
    description: description ?? DESCRIPTION,
    directives: directives.filter(isPublic),
    // A type that fields use too stays: the constructor finds it by the fields.
    types: types.filter(({ name }) => !argumentTypes.has(name)),
  });
}
