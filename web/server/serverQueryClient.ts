import type { DocumentNode, ErrorLike, OperationVariables } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { addTypenameToDocument } from '@apollo/client/utilities';
import {
  type FormattedExecutionResult,
  Kind,
  type OperationDefinitionNode,
  print,
  valueFromASTUntyped,
} from 'graphql';
import type { GraphRequest, GraphResponse, SendToGraph } from '../../schema/pages.ts';
import { dataErrorsOf } from '../data/dataErrors.ts';
import { persistedIdOf } from '../data/persistedQueries.ts';
import {
  NOT_LOADED,
  type ObservedQuery,
  type QueryClient,
  type QueryResult,
  queryKey,
  type SerializedResult,
  type SerializedResults,
} from '../data/queryClient.ts';

/** The query client of one page on the server. */
export interface ServerQueryClient extends QueryClient {
  /** Returns the results that have data, for the browser. */
  results(): SerializedResults;
}

interface ServerQuery extends ObservedQuery {
  load(): Promise<QueryResult>;
  result?: QueryResult;
}

/** Creates the query client of one page. @param sendToGraph sends requests to the gateway */
export function createServerQueryClient(sendToGraph: SendToGraph): ServerQueryClient {
  const queries = new Map<string, ServerQuery>();
  const send = async (
    document: DocumentNode,
    variables: OperationVariables | undefined,
  ): Promise<QueryResult> => {
    try {
      return resultOf(await sendToGraph(requestOf(document, variables)));
    } catch (error) {
      return { data: undefined, error: error as ErrorLike };
    }
  };
  const createQuery = (document: DocumentNode, variables: OperationVariables | undefined): ServerQuery => {
    let loading: Promise<QueryResult> | undefined;
    const request = async () => {
      query.result = await send(document, variables);
      return query.result;
    };
    const state = () => query.result ?? NOT_LOADED;
    const query: ServerQuery = {
      state,
      serverState: state,
      load() {
        loading ??= request();
        return loading;
      },
      subscribe: () => () => undefined,
      refetch: request,
    };
    return query;
  };
  const queryOf = (document: DocumentNode, variables: OperationVariables | undefined): ServerQuery => {
    const key = queryKey(document, variables);
    const query = queries.get(key) ?? createQuery(document, variables);
    queries.set(key, query);
    return query;
  };
  return {
    queryOf,
    async load(document, variables) {
      const { data, error } = (await queryOf(document, variables).load()) as QueryResult<never>;
      return { data, errors: dataErrorsOf(error) };
    },
    send: (document, variables) => send(document, variables) as Promise<QueryResult<never>>,
    async update(document, variables, change) {
      const query = queryOf(document, variables);
      if (query.result?.data) query.result = { ...query.result, data: change(query.result.data as never) };
    },
    mountedData: () => [],
    invalidate: () => undefined,
    loadClient: () => Promise.reject(new Error('expected Apollo Client to be used in the browser only')),
    results: () =>
      Object.fromEntries(
        [...queries].flatMap(([key, { result }]): [string, SerializedResult][] =>
          result?.data ? [[key, { data: result.data, ...(result.error && { hasErrors: true }) }]] : [],
        ),
      ),
  };
}

const GRAPHQL_PATH = '/graphql';
/** The headers of Apollo Client, so that page and browser share cached responses. */
const HEADERS = {
  accept: 'application/graphql-response+json,application/json;q=0.9',
  'content-type': 'application/json',
  'graphql-client-name': 'web',
};

/** Returns the request that Apollo Client sends in the browser (`data/persistedQueries.ts`). */
function requestOf(document: DocumentNode, given: OperationVariables | undefined): GraphRequest {
  const operation = document.definitions.find(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
  const operationName = operation.name?.value ?? '';
  const variables = variableValues(operation, given);
  const id = persistedIdOf(document);
  if (id === undefined) {
    const body = JSON.stringify({ operationName, variables, query: print(addTypenameToDocument(document)) });
    return { method: 'POST', url: GRAPHQL_PATH, headers: HEADERS, body };
  }
  const parameters = {
    operationName,
    variables: JSON.stringify(variables),
    extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: id } }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { method: 'GET', url: `${GRAPHQL_PATH}?${query.join('&')}`, headers: HEADERS };
}

/** Returns the values of declared variables: the given value, or else the default. */
function variableValues(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: OperationVariables = {},
): OperationVariables {
  const values: OperationVariables = {};
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue) values[variable.name.value] = valueFromASTUntyped(defaultValue);
  for (const [name, value] of Object.entries(given))
    if (variableDefinitions.some(({ variable }) => variable.name.value === name)) values[name] = value;
  return values;
}

/**
 * Reads the result of a response.
 * @throws ServerError for a response that is not one of GraphQL, SyntaxError for invalid JSON
 */
function resultOf({ status, contentType, text }: GraphResponse): QueryResult {
  if (status >= 300 && !contentType.includes('application/graphql-response+json'))
    throw new ServerError(`expected a response with data, got status ${status}`, {
      response: new Response(null, { status }),
      bodyText: text,
    });
  const { data, errors } = JSON.parse(text) as FormattedExecutionResult;
  return {
    data: data ?? undefined,
    error: errors && errors.length > 0 ? new CombinedGraphQLErrors({ data, errors }) : undefined,
  };
}
