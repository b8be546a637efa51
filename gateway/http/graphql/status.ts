import type { GraphQLFormattedError } from 'graphql';
import type { StatusRules } from '../../config/config.ts';

/** The part of a response that decides its status. */
interface StatusInput {
  /** The status that the operation or its rejection decides, such as 429. */
  readonly status: number | undefined;
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
}

/** The client, as far as the status depends on it. */
interface StatusClient {
  /** True if the media type of the response is `application/graphql-response+json`. */
  readonly getsGraphqlResponse: boolean;
  /** True if the client accepts `application/json`, and does not know the other type. */
  readonly isJsonOnly: boolean;
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

/** Codes of requests that are not well-formed. */
const MALFORMED_CODES: ReadonlySet<string> = new Set(['BAD_GRAPHQL_REQUEST', 'PERSISTED_QUERY_MISMATCH']);

/** Returns the status of a response (GraphQL over HTTP, September 2026, "Status Codes"). */
export function statusOf(response: StatusInput, client: StatusClient, rules: StatusRules): number {
  const code = String(response.errors?.[0]?.extensions?.code);
  const status = releaseStatus(response, code, client);
  return rules === 'legacy' ? legacyStatus(status, code, client) : status;
}

function releaseStatus(
  { status, data, errors = [] }: StatusInput,
  code: string,
  client: StatusClient,
): number {
  if (data === undefined) return status ?? STATUS_BY_CODE[code] ?? UNPROCESSABLE;
  // A status of the operation must not hide its data.
  if (data === null && status !== undefined) return status;
  return errors.length > 0 && client.getsGraphqlResponse ? PARTIAL_SUCCESS : 200;
}

/** Returns the status in the draft of 2023. JSON-only clients take other statuses than 200 for those of a proxy. */
function legacyStatus(status: number, code: string, { isJsonOnly }: StatusClient): number {
  if (status === PARTIAL_SUCCESS || code === 'PERSISTED_QUERY_NOT_FOUND') return 200;
  if (status !== UNPROCESSABLE && code !== 'GRAPHQL_PARSE_FAILED') return status;
  return isJsonOnly && !MALFORMED_CODES.has(code) ? 200 : 400;
}
