import type { GraphQLFormattedError } from 'graphql';

/** The part of a response that decides its status. */
interface StatusInput {
  /** The status that the operation or its rejection decides, such as 429. */
  readonly status: number | undefined;
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
}

/** `data` with `errors`. */
const PARTIAL_SUCCESS = 294;
/** The request is understood and its operation cannot be executed. */
const UNPROCESSABLE = 422;

/** The status of a response without `data`, by the code of its error; others have 422. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  INTERNAL_SERVER_ERROR: 500,
};

/**
 * Returns the status of a response (GraphQL over HTTP, September 2026, "Status Codes").
 * @param getsGraphqlResponse true if the media type of the response is `application/graphql-response+json`
 */
export function statusOf({ status, data, errors = [] }: StatusInput, getsGraphqlResponse: boolean): number {
  const code = String(errors[0]?.extensions?.code);
  if (data === undefined) return status ?? STATUS_BY_CODE[code] ?? UNPROCESSABLE;
  // A status of the operation must not hide its data.
  if (data === null && status !== undefined) return status;
  return errors.length > 0 && getsGraphqlResponse ? PARTIAL_SUCCESS : 200;
}
