import Mux from '@mux/mux-node';
import { createClient, type SanityClient } from '@sanity/client';
import { algoliasearch } from 'algoliasearch';
import type { ContentConfig, MediaConfig, SearchConfig } from '../../config/config.ts';
import { muxOptions } from '../../providers/media/client.ts';
import { hostOptions } from '../../providers/search/client.ts';
import { createSearchRequester } from '../../providers/search/requester/requester.ts';

/** A webhook of a project (https://www.sanity.io/docs/http-reference/webhooks). */
export interface SanityWebhook {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  /** `*`: every dataset. */
  readonly dataset: string;
  readonly rule?: {
    readonly on?: readonly string[] | null;
    readonly filter?: string | null;
    readonly projection?: string | null;
  } | null;
  readonly secret?: string | null;
  readonly isDisabled?: boolean;
  readonly isDisabledByUser?: boolean;
}

/** A webhook to create or replace. */
export interface NewSanityWebhook extends Omit<SanityWebhook, 'id' | 'isDisabled'> {
  readonly description: string;
  readonly apiVersion: string;
  readonly httpMethod: 'POST';
  readonly includeDrafts: boolean;
  readonly includeAllVersions: boolean;
}

/** The management API of a project. Its methods reject with the errors of the SDK. */
export interface SanityAccount {
  /** A client with the token of the gateway. */
  readonly reader: SanityClient;
  webhooks(signal: AbortSignal): Promise<readonly SanityWebhook[]>;
  createWebhook(webhook: NewSanityWebhook, signal: AbortSignal): Promise<SanityWebhook>;
  replaceWebhook(id: string, webhook: NewSanityWebhook, signal: AbortSignal): Promise<SanityWebhook>;
  corsOrigins(signal: AbortSignal): Promise<readonly { origin: string; allowCredentials: boolean }[]>;
}

/** The version of the management API that its documentation describes. */
const MANAGEMENT_API_VERSION = '2025-02-19';

/** Opens the account with the token of the gateway, and for management with the most powerful token of the configuration. */
export function openSanityAccount(config: ContentConfig): SanityAccount {
  const reader = createClient({
    projectId: config.projectId,
    dataset: config.dataset,
    apiVersion: config.apiVersion,
    token: config.readToken,
    useCdn: false,
    maxRetries: 0,
    ...(config.apiHost && { apiHost: config.apiHost, useProjectHostname: false }),
  });
  const manager = reader.withConfig({
    apiVersion: MANAGEMENT_API_VERSION,
    useProjectHostname: false,
    token: config.managementToken ?? config.writeToken ?? config.readToken,
  });
  const hooks = `/hooks/projects/${config.projectId}`;
  return {
    reader,
    webhooks: (signal) => manager.request({ url: hooks, signal }),
    createWebhook: (body, signal) => manager.request({ url: hooks, method: 'POST', body, signal }),
    replaceWebhook: (id, body, signal) =>
      manager.request({ url: `${hooks}/${encodeURIComponent(id)}`, method: 'PUT', body, signal }),
    corsOrigins: (signal) => manager.request({ url: `/projects/${config.projectId}/cors`, signal }),
  };
}

/** Creates the client of the Mux account, without retries. */
export const openMuxAccount = (config: MediaConfig): Mux => new Mux(muxOptions(config));

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

type AlgoliaClient = ReturnType<typeof algoliasearch>;

/** Runs a call of the SDK with a key of the application, as one request that ends with the signal. */
export type CallAlgolia = <T>(
  key: string,
  signal: AbortSignal,
  call: (client: AlgoliaClient) => Promise<T>,
) => Promise<T>;

/** Opens the Algolia application of a configuration. */
export function openAlgoliaAccount(config: SearchConfig): CallAlgolia {
  const { requester, hostsCache, sendOnce } = createSearchRequester(MAX_RESPONSE_BYTES);
  return (key, signal, call) => {
    const options = { ...hostOptions(config), requester, hostsCache, maxRateLimitRetries: 0 };
    const client = algoliasearch(config.appId, key, options);
    return sendOnce(signal, () => call(client));
  };
}
