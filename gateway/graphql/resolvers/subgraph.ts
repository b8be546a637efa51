import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../core/context.ts';
import { printSubgraphSdl } from '../schema/federation/subgraphSdl.ts';
import type { VisibleSchemas } from '../schema/scopes/visibleSchema.ts';

/** Creates the resolvers of `_service`. The SDL of a schema is printed once. */
export function createSubgraphResolvers(visibleSchemas: VisibleSchemas) {
  const printed = new WeakMap<GraphQLSchema, string>();
  return {
    Query: { _service: () => ({}) },
    _Service: {
      sdl(_service: unknown, _args: unknown, { audience }: Context): string {
        const schema = visibleSchemas(audience.scopes);
        const sdl = printed.get(schema) ?? printSubgraphSdl(schema);
        printed.set(schema, sdl);
        return sdl;
      },
    },
  };
}
