import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../../core/context.ts';
import type { UsageRecorder } from '../../../services/usage/usageRecorder.ts';
import { makePrivate } from '../extensions/requestedExtensions.ts';
import type { createOperationCoordinates } from './coordinates.ts';
import { deprecationHeaders } from './deprecationHeaders.ts';
import { createDeprecations } from './deprecations.ts';

interface OperationUsageOptions {
  readonly schema: GraphQLSchema;
  readonly usage: Pick<UsageRecorder, 'record'>;
  readonly coordinatesOf: ReturnType<typeof createOperationCoordinates>;
}

/**
 * Counts the schema coordinates that valid operations use, by client, and reports the deprecated ones: in a header, and on
 * request in `extensions.deprecations`. Runs after the response cache, which sets the headers of responses.
 */
export function operationUsage({
  schema,
  usage: recorder,
  coordinatesOf,
}: OperationUsageOptions): ApolloServerPlugin<Context> {
  const deprecations = createDeprecations(schema);
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, request, contextValue }) {
          if (!operation) return;
          const { usage } = contextValue;
          const coordinates = coordinatesOf(document, operation);
          usage.coordinates = coordinates.all;
          usage.deprecated = deprecations.usedBy(coordinates, operation, request.variables ?? {});
          if (contextValue.request) recorder.record(contextValue.request.client, usage.coordinates);
        },
        async willSendResponse({ response, contextValue: { usage, request } }) {
          for (const [name, value] of deprecationHeaders(usage.deprecated))
            response.http.headers.set(name, value);
          if (response.body.kind !== 'single' || !request?.reportsDeprecations) return;
          const { singleResult } = response.body;
          singleResult.extensions = {
            ...singleResult.extensions,
            deprecations: deprecations.describe(usage.deprecated),
          };
          makePrivate(response.http.headers);
        },
      };
    },
  };
}
