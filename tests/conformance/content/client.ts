import { type ClientConfig, createClient, type SanityClient } from '@sanity/client';
import type { ContentTarget } from './target.ts';

/** Creates the official client for the target, with the write token by default. */
export function createSanityClient(target: ContentTarget, config: Partial<ClientConfig> = {}): SanityClient {
  return createClient({
    apiHost: target.baseUrl,
    useProjectHostname: false,
    projectId: target.projectId,
    dataset: target.dataset,
    apiVersion: '2025-02-19',
    token: target.writeToken,
    useCdn: false,
    timeout: 20_000,
    maxRetries: 0,
    ...config,
  });
}
