import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { SendToGraph } from '../../../../schema/pages.ts';
import { documentId } from '../../../graphql/operations/persisted/documentStore.ts';
import { GRAPHQL_ENDPOINT } from '../../../http/graphql/endpoints.ts';
import type { Data, PageContext } from '../views/view.ts';
import type { Variables } from './fitOperation.ts';

const HEADERS = {
  accept: 'application/graphql-response+json',
  'graphql-client-name': 'reader',
};

/** The page that an operation is for. */
export interface RequestedPage {
  readonly send: SendToGraph;
  readonly context: Pick<PageContext, 'locale'>;
}

/** An operation without data. */
export class NoData extends Error {
  override readonly name = 'NoData';
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  constructor(status: number, errors: readonly GraphQLFormattedError[]) {
    super(`expected data, got the status ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/** The data of an operation, and the errors of its parts. */
export interface Result {
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
}

/** An operation of the gateway itself, which callers without a key can execute under all settings. */
export interface TrustedOperation {
  readonly id: string;
  readonly text: string;
}

/** Registers the document of an operation. @param trust stores it as a trusted document */
export function trustOperation(
  { text }: { readonly text: string },
  trust: (id: string, text: string) => void,
): TrustedOperation {
  const id = documentId(text);
  trust(id, text);
  return { id, text };
}

/** Sends an operation to the graph, in the language of the page. @throws NoData if the response has none */
export async function requestOperation(
  { send, context: { locale } }: RequestedPage,
  { id }: Pick<TrustedOperation, 'id'>,
  variables: Variables = {},
): Promise<Result> {
  const query = new URLSearchParams({ documentId: `sha256:${id}`, variables: JSON.stringify(variables) });
  const { status, text } = await send({
    method: 'GET',
    url: `${GRAPHQL_ENDPOINT.path}?${query}`,
    headers: locale === undefined ? HEADERS : { ...HEADERS, 'x-locale': locale },
  });
  const { data, errors = [] } = parseResult(text);
  if (!data) throw new NoData(status, errors);
  return { data, errors };
}

function parseResult(text: string): FormattedExecutionResult {
  try {
    return JSON.parse(text) as FormattedExecutionResult;
  } catch {
    return {};
  }
}
