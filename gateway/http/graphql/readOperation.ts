import type { FastifyRequest } from 'fastify';
import { describeType, quoted } from '../../core/describeValue.ts';
import { HttpError } from '../../core/httpError.ts';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';
import type { DocumentCharge } from '../../core/operationCost.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import { parametersOf } from '../../core/requestTarget.ts';
import { isObject } from '../../core/validators.ts';
import { requestsExtensions } from '../../graphql/operations/extensions/requestedExtensions.ts';
import {
  type PersistedQueryOptions,
  resolveDocument,
} from '../../graphql/operations/persisted/resolveDocument.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { isSafeMethod } from './endpoints.ts';

/** The operation that a request names. */
export interface HttpOperation extends Pick<GraphqlParameters, 'operationName' | 'variables'> {
  readonly document: RequestedDocument;
  /** The charge for the document, if the request was charged for it already. */
  readonly documentCharge?: DocumentCharge | undefined;
  /** The entity tags with which the response is 304; undefined if it never is. */
  readonly ifNoneMatch: string | undefined;
}

/**
 * Reads the parameters of a request and resolves its document, without parsing it.
 * @throws GraphQLError as `readParameters` and `resolveDocument`
 */
export function readOperation(
  persistedQueries: PersistedQueryOptions,
  request: FastifyRequest,
  { caller }: Principal,
): MaybePromise<HttpOperation> {
  const { operationName, variables, ...requested } = readParameters(request);
  const { method, headers } = request;
  const isConditional = isSafeMethod(method) && !requestsExtensions((name) => headers[name] !== undefined);
  const ifNoneMatch = isConditional ? headers['if-none-match'] : undefined;
  return andThen(resolveDocument(persistedQueries, caller, requested), (document) => ({
    document,
    operationName,
    variables,
    ifNoneMatch,
  }));
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The parameters of a GraphQL request. */
export interface GraphqlParameters {
  readonly query: string | undefined;
  /** The id of a persisted document. */
  readonly documentId: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: JsonObject | undefined;
  readonly extensions: JsonObject | undefined;
}

/** Methods whose parameters are in the URL. */
const URL_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Reads the parameters of a request: from the URL for GET and HEAD, from the JSON body for POST and QUERY. `null` and, in
 * a URL, an empty value count as absent; other parameters are ignored.
 * @throws HttpError `BAD_REQUEST` for text that is no JSON, `BAD_GRAPHQL_REQUEST` for other parameters that are not well-formed
 */
export function readParameters({
  method,
  url,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'body'>): GraphqlParameters {
  const values = URL_METHODS.has(method) ? readUrl(url) : readBody(body);
  return {
    query: stringIn(values, 'query'),
    documentId: stringIn(values, 'documentId'),
    operationName: stringIn(values, 'operationName'),
    variables: objectIn(values, 'variables'),
    extensions: objectIn(values, 'extensions'),
  };
}

const URL_PARAMETERS = ['query', 'documentId', 'operationName', 'variables', 'extensions'] as const;
const JSON_PARAMETERS: ReadonlySet<string> = new Set(['variables', 'extensions']);

function readUrl(url: string): JsonObject {
  const parameters = parametersOf(url);
  const values: Record<string, unknown> = {};
  for (const name of URL_PARAMETERS) {
    const [value, ...further] = parameters.getAll(name);
    if (further.length > 0)
      throw malformed(`expected the parameter ${name} once in the URL, got it ${further.length + 1} times`);
    if (value) values[name] = JSON_PARAMETERS.has(name) ? parseJson(name, value) : value;
  }
  return values;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `expected JSON in the parameter ${name} of the URL, got ${quoted(text)}`,
    );
  }
}

function readBody(body: unknown): JsonObject {
  if (Array.isArray(body))
    throw malformed('expected one operation, got a batch; send each operation in a request of its own');
  if (!isObject(body)) throw malformed(`expected a JSON object as body, got ${describeType(body)}`);
  return body;
}

function stringIn(values: JsonObject, name: string): string | undefined {
  const value = values[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw malformed(`expected \`${name}\` to be a string, got ${describeType(value)}`);
}

function objectIn(values: JsonObject, name: string): JsonObject | undefined {
  const value = values[name] ?? undefined;
  if (value === undefined || isObject(value)) return value;
  throw malformed(`expected \`${name}\` to be a JSON object, got ${describeType(value)}`);
}

const malformed = (message: string) => new HttpError(422, 'BAD_GRAPHQL_REQUEST', message);
