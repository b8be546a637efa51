import type { RequestRecorder } from '../../services/upstream/requestRecorder.ts';
import type { SearchClient } from './client.ts';

/** Creates a client that records each request with its queries, and reads nothing from the cache. */
export const createRecordedSearchClient = (
  client: SearchClient,
  recorder: RequestRecorder,
): SearchClient => ({
  indexes: client.indexes,
  search: (requests, signal) =>
    recorder.record({ provider: 'search', description: JSON.stringify(requests) }, () =>
      client.search(requests, signal),
    ),
});
