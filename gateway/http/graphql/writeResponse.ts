import { type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormattedExecutionResult, GraphQLError } from 'graphql';
import type { StatusRules } from '../../config/config.ts';
import { formatError } from '../../core/errors.ts';
import { HttpError } from '../../services/auth/authErrors.ts';
import { GRAPHQL_RESPONSE_TYPE, isJsonOnly, type ResponseType, responseTypeOf } from './mediaTypes.ts';
import { statusOf } from './status.ts';

interface WriteOptions {
  /** Undefined if the client accepts no type of a GraphQL response. */
  readonly type: ResponseType | undefined;
  readonly rules: StatusRules;
  stringify(result: FormattedExecutionResult): string;
}

/** Sets status and headers of a response. Returns its body. */
export function writeResponse(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  response: GraphQLResponse,
  { type, rules, stringify }: WriteOptions,
): string {
  const result = resultOf(response);
  const { accept } = headers;
  const client = { getsGraphqlResponse: type === GRAPHQL_RESPONSE_TYPE, isJsonOnly: isJsonOnly(accept) };
  const status = statusOf({ status: response.http.status, ...result }, client, rules);
  reply.headers(Object.fromEntries(response.http.headers));
  reply.code(status).type(responseTypeOf(type, { status, accept, rules }));
  return stringify(result);
}

/** Returns the result of an operation. There is no incremental delivery. */
export function resultOf({ body }: GraphQLResponse): FormattedExecutionResult {
  if (body.kind === 'single') return body.singleResult;
  throw new Error(`expected a response in one part, got ${body.kind}`);
}

/** Returns the response to a request that is rejected before its operation is executed. */
export function rejection(error: GraphQLError): GraphQLResponse {
  const headers = error instanceof HttpError ? error.headers : [];
  const status = error instanceof HttpError ? error.status : undefined;
  return {
    http: { status, headers: new HeaderMap(headers) },
    body: { kind: 'single', singleResult: { errors: [formatError(error.toJSON(), error)] } },
  };
}
