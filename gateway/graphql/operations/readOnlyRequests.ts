import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { Context } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { HttpError } from '../../core/httpError.ts';

/** Rejects mutations in requests that only read: GET must not change anything (RFC 9110, 9.2.1). */
export const readOnlyRequests: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        const { request } = contextValue;
        if (operation?.operation === OperationTypeNode.MUTATION && request?.isReadOnly)
          throw request.isTool ? readsOnly() : needsPost();
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

const readsOnly = () =>
  new GraphQLError(
    'expected a query, got a mutation; this tool only reads, so say that you cannot make this change',
    { extensions: { code: 'BAD_USER_INPUT' satisfies ErrorCode } },
  );
