import { createClient, type LiveEvent } from '@sanity/client';
import { defer, type Observable } from 'rxjs';
import type { ContentConfig } from './client.ts';

/**
 * What changes among the published documents, by sync tags, while it is subscribed to. The official client opens a broken
 * connection again where it ended; its stream ends in an error when the service refuses it for good.
 */
export function liveEvents(config: ContentConfig): Observable<LiveEvent> {
  const { projectId, dataset, apiVersion, apiHost } = config;
  const client = createClient({
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    ...(apiHost && { apiHost, useProjectHostname: false }),
  });
  return defer(() => client.live.events());
}
