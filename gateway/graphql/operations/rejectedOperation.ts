import { GraphQLError } from 'graphql';

/** An operation that is not executed. Its caller was charged for the rejection. */
export class RejectedOperation extends Error {
  readonly errors: readonly GraphQLError[];
  constructor(errors: readonly GraphQLError[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

/**
 * Returns the errors for which an operation is rejected.
 * @param error what a step of the operation has thrown
 * @throws the error itself if it is no error of GraphQL, e.g. the error of a bug
 */
export function rejectionErrors(error: unknown): readonly GraphQLError[] {
  if (error instanceof RejectedOperation) return error.errors;
  if (error instanceof GraphQLError) return [error];
  throw error;
}
