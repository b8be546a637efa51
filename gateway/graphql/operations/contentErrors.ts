import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../../core/context.ts';
import { formatErrors } from './prepared/formatErrors.ts';

/** Adds the errors of values that lists omit to a response. Its plugin comes before those that read the errors. */
export const contentErrors: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response: { body } }) {
        const { formatted } = formatErrors(contextValue.contentErrors);
        if (!formatted?.length || body.kind !== 'single') return;
        const { singleResult } = body;
        body.singleResult = { ...singleResult, errors: [...(singleResult.errors ?? []), ...formatted] };
      },
    };
  },
};
