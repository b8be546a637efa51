import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import type { Context } from '../context.ts';
import { currentJourney, type Journey } from './journey.ts';
import type { ObserveRequests } from './requestMetrics.ts';

/** Characters of an operation's name that are told. */
const LONGEST_NAME = 100;

/** Tells the request which operation it is, whose, and what is wrong with its answer. */
export function watchOperations({ failed }: Pick<ObserveRequests, 'failed'>): ApolloServerPlugin<Context> {
  const note = (codes: readonly unknown[]) => {
    const told = codes.map((code) => (typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR'));
    for (const code of told) failed(code);
    const journey = currentJourney();
    if (journey && told.length > 0) journey.codes = [...new Set(told)];
  };
  return {
    async requestDidStart() {
      return {
        async willSendResponse(context) {
          const journey = currentJourney();
          if (journey) describe(journey, context);
          const { body } = context.response;
          const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
          note(errors.map(({ extensions }) => extensions?.code));
        },
      };
    },
    // Neither has a request context: whoever asks was not let in, or what came is no GraphQL.
    contextCreationDidFail: async ({ error }) => note([codeOf(error)]),
    invalidRequestWasReceived: async ({ error }) => note([codeOf(error) ?? 'BAD_REQUEST']),
    unexpectedErrorProcessingRequest: async () => note(['INTERNAL_SERVER_ERROR']),
  };
}

function describe(journey: Journey, { operation, contextValue }: GraphQLRequestContext<Context>): void {
  journey.caller = contextValue.caller.name;
  if (!operation) return;
  journey.operation = { type: operation.operation, name: operation.name?.value.slice(0, LONGEST_NAME) };
}

const codeOf = (error: Error): unknown => (error as { extensions?: { code?: unknown } }).extensions?.code;
