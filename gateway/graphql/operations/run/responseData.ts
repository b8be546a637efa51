import type { FormattedExecutionResult, GraphQLError } from 'graphql';

/** The `data` of a response: its JSON, which the execution writes. No step after the execution reads its members. */
export type ResponseData = {
  readonly text: string;
  /** The cost of its objects and fields in points, without upstream requests. */
  readonly points: number;
  /** Runs when a response is serialized that has nothing else than this `data`. */
  onWhole?(): void;
};

/** The result of an execution. `data` is undefined for an operation that was not executed. */
export interface WrittenResult {
  readonly data?: ResponseData | null | undefined;
  readonly errors?: readonly GraphQLError[] | undefined;
}

/** Returns the `data` of a response; null or undefined if it has none. */
export const dataOf = ({ data }: FormattedExecutionResult): ResponseData | null | undefined =>
  data as ResponseData | null | undefined;

/** Returns the body of a response. */
export function stringify(result: FormattedExecutionResult): string {
  const { errors, extensions } = result;
  const data = dataOf(result);
  if (!data) return `${JSON.stringify({ errors, data, extensions })}\n`;
  if (!errors && !extensions) data.onWhole?.();
  const before = errors ? `"errors":${JSON.stringify(errors)},` : '';
  const after = extensions ? `,"extensions":${JSON.stringify(extensions)}` : '';
  return `{${before}"data":${data.text}${after}}\n`;
}

/** Returns the body of a response that has nothing else than a `data` with this JSON. */
export const bodyOf = (text: string): string => `{"data":${text}}\n`;

/** Returns the message of an event. */
export function messageOf(result: FormattedExecutionResult): string {
  const data = dataOf(result);
  if (!data) return JSON.stringify(result);
  const { errors } = result;
  return `{"data":${data.text}${errors ? `,"errors":${JSON.stringify(errors)}` : ''}}`;
}
