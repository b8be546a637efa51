import { GraphQLError } from 'graphql';
import type { UserError, UserErrorCode } from '../../generated/graph.ts';
import { InvalidKeyInput } from '../../services/auth/createKeyInput.ts';

/** The codes of errors about the input of a mutation. Other errors, such as `RATE_LIMITED`, concern the request. */
const USER_ERROR_CODES: Readonly<Record<string, UserErrorCode>> = {
  BAD_USER_INPUT: 'INVALID',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  TOO_MANY_KEYS: 'TOO_MANY_KEYS',
  TOO_MANY_LINKS: 'TOO_MANY_LINKS',
};

/**
 * Runs a mutation. Returns its payload: what it changed, or the errors of its input.
 * @param fields of the input
 * @param scopesField the field of the input that causes an error about the rights of the caller
 * @throws other errors of the mutation
 */
export async function toPayload<Changed extends object>(
  fields: readonly string[],
  scopesField: string | null,
  change: () => Promise<Changed>,
) {
  try {
    return { ...(await change()), userErrors: [] };
  } catch (error) {
    const errors = error instanceof InvalidKeyInput ? error.errors : [error];
    return { userErrors: errors.map((each) => toUserError(each, fields, scopesField)) };
  }
}

/** @throws the error itself if it is none about the input */
function toUserError(error: unknown, fields: readonly string[], scopesField: string | null): UserError {
  const code = error instanceof GraphQLError ? USER_ERROR_CODES[String(error.extensions.code)] : undefined;
  if (!(error instanceof GraphQLError) || code === undefined) throw error;
  const argument = String(error.extensions.argument);
  const field = code === 'FORBIDDEN' ? scopesField : null;
  return { code, message: error.message, field: fields.includes(argument) ? argument : field };
}
