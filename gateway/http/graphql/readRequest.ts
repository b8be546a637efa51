import type { FastifyRequest } from 'fastify';
import { describeType, quoted } from '../../core/describeValue.ts';
import { HttpError } from '../../core/httpError.ts';
import { isObject } from '../../core/validators.ts';

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
  const [, search = ''] = url.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(search);
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
