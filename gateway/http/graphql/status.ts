import type { GraphQLFormattedError } from 'graphql';

/** The rules for the status of a response. `legacy`: those of the draft of 2023. */
export type StatusRules = 'legacy';

/** The part of a response that decides its status. */
export interface StatusInput {
  /** The status that the operation itself decides, such as 429. */
  readonly status: number | undefined;
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
}

/** The status of a request error by its code; others have 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  PERSISTED_QUERY_NOT_FOUND: 200,
  INTERNAL_SERVER_ERROR: 500,
};

/**
 * Returns the status of a response.
 * @param isJsonOnly whether the client takes other statuses than 200 for transport errors, and does not read the body
 */
export function statusOf({ status, data, errors = [] }: StatusInput, isJsonOnly: boolean): number {
  if (data !== undefined) return status ?? 200;
  if (status !== undefined) return status;
  const byCode = STATUS_BY_CODE[String(errors[0]?.extensions?.code)];
  return byCode ?? (isJsonOnly ? 200 : 400);
}
