import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { GraphQLFormattedError } from 'graphql';

/** An error of a response. It is serializable, because pages send it from server to browser. `errorMessages.ts` has its text. */
export interface DataError {
  /** The error code of the gateway; `UNREACHABLE` without a response. */
  code: string;
  /** The service that failed; null if the error names none. */
  service: string | null;
  retryAfterSeconds?: number;
}

/**
 * Returns the errors of a response. Errors with the same code and service are returned once.
 * @param error the error that Apollo Client reports; without one the list is empty
 */
export const dataErrorsOf = (error: unknown): DataError[] => {
  if (!error) return [];
  const graphQLErrors = CombinedGraphQLErrors.is(error) ? error.errors : errorsOfServerError(error);
  if (!graphQLErrors) return [{ code: 'UNREACHABLE', service: null }];
  const errors = graphQLErrors.map(({ extensions }) => {
    const code = typeof extensions?.code === 'string' ? extensions.code : 'UNKNOWN';
    const service = typeof extensions?.service === 'string' ? extensions.service : null;
    const dataError = { code, service };
    const retryAfter = extensions?.retryAfter;
    return typeof retryAfter === 'number' ? { ...dataError, retryAfterSeconds: retryAfter } : dataError;
  });
  const isFirst = ({ code, service }: DataError, at: number) =>
    errors.findIndex((other) => other.code === code && other.service === service) === at;
  return errors.filter(isFirst);
};

/** Returns the GraphQL errors in the body of a response with an error status; null if it has none. */
const errorsOfServerError = (error: unknown): readonly GraphQLFormattedError[] | null => {
  if (!ServerError.is(error)) return null;
  try {
    const { errors } = JSON.parse(error.bodyText) as { errors?: readonly GraphQLFormattedError[] };
    return Array.isArray(errors) && errors.length > 0 ? errors : null;
  } catch {
    return null;
  }
};

const ACCESS_CODES: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/** Returns the HTTP status of a page that could not be rendered because of the errors. */
export const httpStatusOf = (errors: readonly DataError[]): 403 | 429 | 503 => {
  if (errors.some(({ code }) => code === 'RATE_LIMITED')) return 429;
  return errors.some(({ code }) => ACCESS_CODES.has(code)) ? 403 : 503;
};

/** Returns whether the video service has failed: videos that are missing in the data may then exist. */
export const hasVideoServiceFailed = (errors: readonly DataError[]): boolean =>
  errors.some(({ service }) => service === 'media');

/** Returns the longest retry delay of the errors; undefined if none has one. */
export const retryAfterSecondsOf = (errors: readonly DataError[]): number | undefined => {
  const delays = errors.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return delays.length > 0 ? Math.max(...delays) : undefined;
};
