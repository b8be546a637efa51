import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { Context } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { HttpError } from '../../core/httpError.ts';

/**
 * Rejects mutations in requests that only read: GET must not change anything (RFC 9110, 9.2.1). Tools of assistants execute no
 * subscriptions either.
 */
export const readOnlyRequests: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue: { request } }) {
        if (operation?.operation === OperationTypeNode.MUTATION && request?.isReadOnly)
          throw request.isTool ? notForTools('a mutation', 'only reads') : needsPost();
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION && request?.isTool)
          throw notForTools('a subscription', 'answers once');
      },
    };
  },
};

const needsPost = () =>
  new HttpError(
    405,
    'NEEDS_POST',
    'expected a query, got a mutation; send mutations to /graphql by POST',
    [['allow', 'POST']],
    {
      allowed: ['POST'],
    },
  );

const notForTools = (got: string, reason: string) =>
  new GraphQLError(
    `expected a query, got ${got}; this tool ${reason}: send a query, or say that you cannot do this`,
    { extensions: { code: 'BAD_USER_INPUT' satisfies ErrorCode } },
  );
