import type { GraphQLRequestContext } from '@apollo/server';
import type { Context } from './context.ts';

/** One run of an operation: the part of Apollo Server's request context that prepared operations have too. */
export type OperationRun = Pick<
  GraphQLRequestContext<Context>,
  'request' | 'response' | 'contextValue' | 'document' | 'operation' | 'queryHash'
>;
