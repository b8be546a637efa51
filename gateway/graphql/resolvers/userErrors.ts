import { GraphQLError } from 'graphql';
import type { UserError, UserErrorCode } from '../../generated/graph.ts';

/** The codes of errors about the input of a mutation. Other errors, such as `RATE_LIMITED`, concern the request. */
const USER_ERROR_CODES: Readonly<Record<string, UserErrorCode>> = {
  BAD_USER_INPUT: 'INVALID',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  TOO_MANY_KEYS: 'TOO_MANY_KEYS',
  TOO_MANY_LINKS: 'TOO_MANY_LINKS',
};

/**
 * Returns the error of a payload.
 * @param fields of the input
 * @param scopesField the field of the input that causes an error about the rights of the caller
 * @throws the error itself if it is none about the input
 */
export function toUserError(
  error: unknown,
  fields: readonly string[],
  scopesField: string | null = null,
): UserError {
  const code = error instanceof GraphQLError ? USER_ERROR_CODES[String(error.extensions.code)] : undefined;
  if (!(error instanceof GraphQLError) || code === undefined) throw error;
  const argument = String(error.extensions.argument);
  const field = code === 'FORBIDDEN' ? scopesField : null;
  return { code, message: error.message, field: fields.includes(argument) ? argument : field };
}
