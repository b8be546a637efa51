import { briefCauseOf, UpstreamError } from '../core/errors.ts';

const EXPECTED = /^(Error|ConfigError|ExtractError|ModelError|GraphQLError)$/;

/** Returns whether an error was thrown on purpose or by the system. The stack of other errors shows where the code is faulty. */
export const isExpectedError = (error: unknown): error is Error =>
  error instanceof Error && EXPECTED.test(error.name);

/** Returns the message of an error for the command line, with the cause of a provider's failure, which clients do not see. */
export const messageOf = (error: Error): string =>
  error instanceof UpstreamError ? `${error.message} (${briefCauseOf(error)})` : error.message;
