import type { ApolloServerPlugin } from '@apollo/server';
import { OperationTypeNode } from 'graphql';
import type { Context } from '../../core/context.ts';
import { HttpError } from '../../core/httpError.ts';

/** Rejects mutations in requests that only read: GET must not change anything (RFC 9110, 9.2.1). */
export const readOnlyRequests: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        if (operation?.operation === OperationTypeNode.MUTATION && contextValue.request?.isReadOnly)
          throw needsPost();
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
