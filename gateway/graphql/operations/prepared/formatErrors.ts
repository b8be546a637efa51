import { type GraphQLResponse, HeaderMap, type HTTPGraphQLHead } from '@apollo/server';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { formatError } from '../../../core/errors.ts';

/** A response in one part. */
export type SingleResponse = GraphQLResponse & { readonly body: { readonly kind: 'single' } };

interface FormattedErrors {
  readonly formatted: GraphQLFormattedError[] | undefined;
  /** The status and the headers that errors demand in `extensions.http`. */
  readonly http: HTTPGraphQLHead;
}

/** Formats the errors of an execution for clients. An error without a code is one of the gateway. */
export function formatErrors(errors: readonly GraphQLError[] | undefined): FormattedErrors {
  const http: HTTPGraphQLHead = { status: undefined, headers: new HeaderMap() };
  const formatted = errors?.map((error) => {
    const { http: head, ...extensions } = error.extensions;
    if (head) mergeHead(http, head as Partial<HTTPGraphQLHead>);
    const code = extensions.code ?? 'INTERNAL_SERVER_ERROR';
    return formatError({ ...error.toJSON(), extensions: { ...extensions, code } }, error);
  });
  return { formatted, http };
}

/** Returns the response to a request whose operation is not executed. */
export function rejectedResponse(errors: readonly GraphQLError[]): SingleResponse {
  const { http, formatted = [] } = formatErrors(errors);
  return { http, body: { kind: 'single', singleResult: { errors: formatted } } };
}

/** Adds the status and the headers of a part of a response to the head of the whole response. */
export function mergeHead(target: HTTPGraphQLHead, { status, headers }: Partial<HTTPGraphQLHead>): void {
  if (status) target.status = status;
  for (const [name, value] of headers ?? []) target.headers.set(name, value);
}
