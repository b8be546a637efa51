import type { RequestRecorder } from '../../services/upstream/requestRecorder.ts';
import type { ContentClient } from './client.ts';

/** Creates a client that records each query, and reads nothing from the cache. */
export const createRecordedContentClient = (
  client: ContentClient,
  recorder: RequestRecorder,
): ContentClient => ({
  query: (groq, params, signal, options) =>
    recorder.record({ provider: 'content', description: groq, parameters: params }, () =>
      client.query(groq, params, signal, options),
    ),
});
