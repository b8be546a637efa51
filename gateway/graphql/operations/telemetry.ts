import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import type { Context } from '../../core/context.ts';
import { currentRequest, type RequestContext } from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';

const MAX_NAME_LENGTH = 100;

/** Records the operation, the caller and the error codes of a response in the request context and in metrics. */
export function operationTelemetry({
  graphqlError,
}: Pick<RequestObserver, 'graphqlError'>): ApolloServerPlugin<Context> {
  const record = (codes: readonly unknown[]) => {
    const names = codes.map((code) => (typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR'));
    for (const code of names) graphqlError(code);
    const request = currentRequest();
    if (request && names.length > 0) request.codes = [...new Set(names)];
  };
  return {
    async requestDidStart() {
      return {
        async willSendResponse(context) {
          const request = currentRequest();
          if (request) describeOperation(request, context);
          const { body } = context.response;
          const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
          record(errors.map(({ extensions }) => extensions?.code));
        },
      };
    },
    // These requests have no GraphQL context: authentication failed, or the request is malformed.
    contextCreationDidFail: async ({ error }) => record([codeOf(error)]),
    invalidRequestWasReceived: async ({ error }) => record([codeOf(error) ?? 'BAD_REQUEST']),
    unexpectedErrorProcessingRequest: async () => record(['INTERNAL_SERVER_ERROR']),
  };
}

function describeOperation(
  request: RequestContext,
  { operation, contextValue }: GraphQLRequestContext<Context>,
): void {
  request.caller = contextValue.caller.name;
  if (!operation) return;
  request.operation = { type: operation.operation, name: operation.name?.value.slice(0, MAX_NAME_LENGTH) };
}

const codeOf = (error: Error): unknown => (error as { extensions?: { code?: unknown } }).extensions?.code;
