import type { DocumentNode, ErrorLike, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import type { GraphRequest, GraphResponse, SendToGraph } from '../../schema/pages.ts';
import { createApolloClient } from '../apollo/client.ts';
import { operationOf, variableValues } from '../apollo/operations.ts';
import type { PageQueryResult } from '../apollo/pageQueries.ts';
import { idOf } from '../apollo/persistedQueries.ts';

const GRAPHQL_PATH = '/graphql';
/** The headers of Apollo Client, so that page and browser share cached responses. */
const HEADERS = {
  accept: 'application/graphql-response+json,application/json;q=0.9',
  'content-type': 'application/json',
  'graphql-client-name': 'web',
};

/** Requests a query of a page. It never rejects. @param send sends requests to the gateway */
export async function requestQuery(
  send: SendToGraph,
  document: DocumentNode,
  variables: OperationVariables | undefined,
): Promise<PageQueryResult> {
  const id = idOf(document);
  if (id === undefined) return requestText(send, document, variables);
  try {
    const url = urlOf(id, operationOf(document), variables);
    return resultOf(await send({ method: 'GET', url, headers: HEADERS }));
  } catch (error) {
    return { data: undefined, error: error as ErrorLike };
  }
}

/** Requests a document without an id, which exists in development only. */
async function requestText(
  send: SendToGraph,
  query: DocumentNode,
  variables: OperationVariables | undefined,
): Promise<PageQueryResult> {
  const client = createApolloClient(GRAPHQL_PATH, async (url, init = {}) => {
    const { status, contentType, text } = await send({
      method: init.method as GraphRequest['method'],
      url: String(url),
      headers: init.headers as Record<string, string>,
      ...(init.body && { body: init.body as string }),
    });
    return new Response(text, { status, headers: { 'content-type': contentType } });
  });
  return client.query({
    query: query as TypedDocumentNode<unknown, OperationVariables>,
    variables: variables ?? {},
    fetchPolicy: 'no-cache',
  });
}

/** The URL of a query is that of Apollo Client, see `HEADERS`. */
function urlOf(
  id: string,
  operation: OperationDefinitionNode,
  given: OperationVariables | undefined,
): string {
  const parameters = {
    operationName: operation.name?.value ?? '',
    variables: JSON.stringify(variableValues(operation, given)),
    extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: id } }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${GRAPHQL_PATH}?${query.join('&')}`;
}

/**
 * Reads the result of a response.
 * @throws ServerError for a response that is not one of GraphQL, SyntaxError for invalid JSON
 */
function resultOf({ status, contentType, text }: GraphResponse): PageQueryResult {
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
