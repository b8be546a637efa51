import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import type { Context } from '../../core/context.ts';
import { currentRequest, type RequestContext } from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';

/** Characters of an operation's name that are told. */
const MAX_NAME_LENGTH = 100;

/** Tells the request which operation it is, whose, and what is wrong with its answer. */
export function operationTelemetry({ graphqlError }: Pick<RequestObserver, 'graphqlError'>): ApolloServerPlugin<Context> {
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
          const journey = currentRequest();
          if (journey) describeOperation(journey, context);
          const { body } = context.response;
          const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
          record(errors.map(({ extensions }) => extensions?.code));
        },
      };
    },
    // Neither has a request context: whoever asks was not let in, or what came is no GraphQL.
    contextCreationDidFail: async ({ error }) => record([codeOf(error)]),
    invalidRequestWasReceived: async ({ error }) => record([codeOf(error) ?? 'BAD_REQUEST']),
    unexpectedErrorProcessingRequest: async () => record(['INTERNAL_SERVER_ERROR']),
  };
}

function describeOperation(journey: RequestContext, { operation, contextValue }: GraphQLRequestContext<Context>): void {
  journey.caller = contextValue.caller.name;
  if (!operation) return;
  journey.operation = { type: operation.operation, name: operation.name?.value.slice(0, MAX_NAME_LENGTH) };
}

const codeOf = (error: Error): unknown => (error as { extensions?: { code?: unknown } }).extensions?.code;
