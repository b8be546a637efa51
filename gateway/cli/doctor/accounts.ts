import Mux from '@mux/mux-node';
import { createClient } from '@sanity/client';
import { algoliasearch } from 'algoliasearch';
import type { ContentConfig, MediaConfig, SearchConfig } from '../../config/config.ts';
import { isObject, isText, listOf, objectOf, type Validator } from '../../core/validators.ts';
import { muxOptions } from '../../providers/media/client.ts';
import { hostOptions } from '../../providers/search/client.ts';
import { createSearchRequester } from '../../providers/search/requester/requester.ts';
import { checkShape } from './responseShape.ts';

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

/** Who a token belongs to. A rejected token has no user. */
interface SanityUser {
  readonly id?: string;
  readonly role?: string;
}

/** The management API of a project. Its methods reject with the errors of the SDK, or with UnexpectedShape. */
export interface SanityAccount {
  /** Counts documents with the token of the gateway. */
  count(
    groq: string,
    params: Readonly<Record<string, unknown>>,
    options: { readonly perspective?: 'published' | 'drafts'; readonly signal: AbortSignal },
  ): Promise<number>;
  /** The user of the token of the gateway. */
  user(signal: AbortSignal): Promise<SanityUser>;
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
  const isWebhook = objectOf({ id: isText });
  return {
    count: async (groq, params, options) =>
      checkShape(await reader.fetch(groq, params, options), Number.isInteger, 'a number of documents'),
    // `users.getById` takes no signal, so that a service that does not respond would keep the process alive.
    user: async (signal) =>
      checkShape(await reader.request({ url: '/users/me', signal }), isObject, 'the user of the token'),
    webhooks: async (signal) =>
      checkShape(await manager.request({ url: hooks, signal }), listOf(isWebhook), 'a list of webhooks'),
    createWebhook: async (body, signal) =>
      checkShape(await manager.request({ url: hooks, method: 'POST', body, signal }), isWebhook, 'a webhook'),
    replaceWebhook: async (id, body, signal) =>
      checkShape(
        await manager.request({ url: `${hooks}/${encodeURIComponent(id)}`, method: 'PUT', body, signal }),
        isWebhook,
        'a webhook',
      ),
    corsOrigins: async (signal) =>
      checkShape(
        await manager.request({ url: `/projects/${config.projectId}/cors`, signal }),
        listOf(objectOf({ origin: isText })),
        'a list of origins',
      ),
  };
}

/** Creates the client of the Mux account, without retries. */
export const openMuxAccount = (config: MediaConfig): Mux => new Mux(muxOptions(config));

/**
 * Returns `data` of a response of Mux. The SDK reads a list without `data` as an empty one.
 * @throws UnexpectedShape; the errors of the SDK
 */
export async function dataOf<T>(
  request: { asResponse(): Promise<Response> },
  isValid: Validator,
  expected: string,
): Promise<T> {
  const text = await (await request.asResponse()).text();
  const { data } = checkShape<{ readonly data: T }>(parsed(text), objectOf({ data: isValid }), expected);
  return data;
}

/** Returns a text that is not JSON as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

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
