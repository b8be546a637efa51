import type { PageState } from '../../data/pageState.ts';
import { queryKeyOf, type SerializedResults } from '../../data/queryClient.ts';
import { createSessionFetch } from '../../kit/preview/createPreviewFetch.ts';
import { readDataBlock } from '../../lib/readDataBlock.ts';
import { readPreview } from './previewState.ts';
import { sessionRequests } from './requestGate.ts';

/**
 * Returns the function that sends the requests of a page in preview. A session asks for its preview by a header, which pages of
 * other sites cannot send. A link shows one page only: its queries have the results of the server, other queries published data.
 */
export const createPreviewFetch = (): typeof fetch => {
  const preview = readPreview();
  if (preview?.kind === 'session') return createSessionFetch(preview, { fetch: sessionRequests.fetch });
  return preview ? createLinkFetch(readDataBlock<PageState>('hydration-state')?.results ?? {}) : fetch;
};

const createLinkFetch =
  (results: SerializedResults): typeof fetch =>
  async (input, init) => {
    const { operationName, variables } = operationOf(String(input), init?.body);
    const known = results[queryKeyOf(operationName, variables)];
    if (!known) return fetch(input, init);
    return Response.json(
      { data: known.data },
      { headers: { 'content-type': 'application/graphql-response+json' } },
    );
  };

interface RequestedOperation {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads the operation of a request, which is in the URL of GET and in the body of POST. */
function operationOf(url: string, body: unknown): RequestedOperation {
  if (typeof body === 'string') return JSON.parse(body) as RequestedOperation;
  const parameters = new URL(url, location.href).searchParams;
  return {
    operationName: parameters.get('operationName') ?? '',
    variables: JSON.parse(parameters.get('variables') ?? '{}'),
  };
}
