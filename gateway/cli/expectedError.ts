import { briefCauseOf, UpstreamError } from '../core/errors.ts';

const EXPECTED = /^(Error|ConfigError|ExtractError|ModelError|GraphQLError)$/;

/** Returns whether an error was thrown on purpose or by the system. The stack of other errors shows where the code is faulty. */
export const isExpectedError = (error: unknown): error is Error =>
  error instanceof Error && EXPECTED.test(error.name);

/** Returns the message of an error for the command line, with the cause of a provider's failure, which clients do not see. */
export function messageOf(error: Error): string {
  if (!(error instanceof UpstreamError)) return error.message;
  const cause = briefCauseOf(error);
  return error.extensions.code === 'UPSTREAM_REJECTED'
    ? `the ${error.provider} service rejected the request (${cause}); run trivium doctor, which names what to correct`
    : `${error.message} (${cause}); if it fails again, run trivium doctor`;
}
