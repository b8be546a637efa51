import type { ApolloServerPlugin } from '@apollo/server';
import { executeSync } from 'graphql';
import type { Context } from '../../core/context.ts';
import { publicSchema } from '../schema/publicSchema.ts';
import type { VisibleSchemas } from '../schema/scopes/visibleSchema.ts';
import { createRootFields, INTROSPECTION_FIELDS } from './cost/rootFields.ts';

/**
 * Replaces the result of introspection by the result for the schema that the caller's scopes open. Runs before the response cache,
 * whose keys contain the scopes.
 */
export function visibleIntrospection(visibleSchemas: VisibleSchemas): ApolloServerPlugin<Context> {
  const introspection = createRootFields(INTROSPECTION_FIELDS);
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ operation, document, request, response: { body }, contextValue }) {
          const data = body.kind === 'single' ? body.singleResult.data : undefined;
          if (!operation || !document || !data) return;
          const fields = introspection.find({ operation, document });
          // A cached response, a dry run, and fields that `@skip` excludes have no result to replace.
          if (!fields.some(({ alias, name }) => Object.hasOwn(data, (alias ?? name).value))) return;
          const visibleResult = executeSync({
            schema: publicSchema(visibleSchemas(contextValue.audience.scopes)),
            document: introspection.reduce({ operation, document }),
            operationName: request.operationName,
            variableValues: request.variables,
          });
          for (const [key, value] of Object.entries(visibleResult.data ?? {})) data[key] = value;
        },
      };
    },
  };
}
