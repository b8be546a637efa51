import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import type { Caller, Context } from '../../core/context.ts';
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
          if (request) recordOperation(request, context.contextValue.caller, operationOf(context));
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

const operationOf = ({ operation }: GraphQLRequestContext<Context>): RequestContext['operation'] =>
  operation && { type: operation.operation, name: operation.name?.value };

/** Records the operation and the caller of a request. */
export function recordOperation(
  request: RequestContext,
  caller: Caller,
  operation: RequestContext['operation'],
): void {
  request.caller = caller.name;
  if (operation)
    request.operation = { type: operation.type, name: operation.name?.slice(0, MAX_NAME_LENGTH) };
}

const codeOf = (error: Error): unknown => (error as { extensions?: { code?: unknown } }).extensions?.code;
