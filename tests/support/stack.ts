import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { createClient, type SanityClient } from '@sanity/client';
import type { GraphQLFormattedError } from 'graphql';
import type { ChangeTiming } from '../../gateway/app/changeFeed.ts';
import { createGateway, type Gateway } from '../../gateway/app/gateway.ts';
import { reindex } from '../../gateway/cli/searchIndex/reindex.ts';
import type { Config } from '../../gateway/config/config.ts';
import { readConfig } from '../../gateway/config/readConfig.ts';
import { withOwnSecrets } from '../../gateway/config/testing/ownSecrets.ts';
import { createContentEmulator } from '../../gateway/emulators/content/emulator.ts';
import { createMediaEmulator } from '../../gateway/emulators/media/emulator.ts';
import { createSearchEmulator } from '../../gateway/emulators/search/emulator.ts';
import { type ControlMethod, callControl } from '../../gateway/emulators/shared/control.ts';
import type { Fault } from '../../gateway/emulators/shared/faults.ts';
import type { Emulator, LoggedRequest } from '../../gateway/emulators/shared/server.ts';
import type { WebhookFault } from '../../gateway/emulators/shared/webhookFaults.ts';
import type { TaggedCache } from '../../gateway/services/cache/taggedCache.ts';
import type { ResilienceLimits } from '../../gateway/services/upstream/resiliencePolicy.ts';
import type { ModelIndexes } from '../../gateway/sync/index/modelIndexes.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Contains the credentials of the emulators. */
const EXAMPLE_ENV = parseEnv(readFileSync(`${ROOT}.env.example`, 'utf8')) as Record<string, string>;

/** Determines the deadlines of provider calls. Tests share two cores, and a pause of a second must not fail a request. */
const TEST_DEADLINES = { OPERATION_TIMEOUT_SECONDS: '13' };
/** The deadlines in production, for tests of what happens at a deadline. */
export const PRODUCTION_DEADLINES = { OPERATION_TIMEOUT_SECONDS: '5' };

export type EmulatorName = 'content' | 'media' | 'search';

/** The body and status of a GraphQL response. */
export interface GraphQLResponse<Data = Record<string, never>> {
  readonly status: number;
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** A test stack on free ports of this machine: three emulators, search indexes and a gateway in this process. */
export interface Stack {
  readonly url: string;
  readonly config: Config;
  /** The environment of the gateway. Another gateway over the same emulators can be started with it. */
  readonly env: Readonly<Record<string, string>>;
  readonly emulators: Readonly<Record<EmulatorName, Emulator>>;
  readonly cache: TaggedCache;
  /** The search indexes of the model. */
  readonly indexes: ModelIndexes;
  readonly changes: Gateway['changes'];
  /** Sends an operation to the gateway over HTTP. */
  // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
  query(query: string, variables?: Record<string, unknown>, locale?: string): Promise<GraphQLResponse<any>>;
  /** The official Sanity client with a write token. */
  readonly editor: SanityClient;
  /** Makes the content and media emulators deliver signed webhooks to the gateway. */
  connectWebhooks(faults?: readonly WebhookFault[]): Promise<void>;
  /** Calls a control endpoint of an emulator, e.g. `PUT`, `webhooks`, and returns its response. */
  // biome-ignore lint/suspicious/noExplicitAny: each control endpoint has its own response type
  control(emulator: EmulatorName, method: ControlMethod, name: string, body?: unknown): Promise<any>;
  /** Replaces the faults of an emulator; an empty list clears them. */
  setFaults(emulator: EmulatorName, faults?: readonly Fault[]): Promise<void>;
  /** The requests each emulator has received since `clearRequests`, without the gateway's live events and probes. */
  requests(): Promise<Record<EmulatorName, LoggedRequest[]>>;
  clearRequests(): Promise<void>;
  close(): Promise<void>;
}

export interface StackOptions {
  readonly schemaDir?: string;
  readonly seedDir?: string;
  /** True if the search indexes are built. True by default. */
  readonly hasIndex?: boolean;
  /** True if the credentials differ from those of `.env.example`, as a gateway in production requires. */
  readonly hasOwnSecrets?: boolean;
  /** True if responses are cached. True by default; tests that count or break upstream requests turn it off. */
  readonly hasCache?: boolean;
  /** Additional environment variables of the gateway. */
  readonly env?: Readonly<Record<string, string>>;
  /** Limits that are no settings. */
  readonly config?: Partial<Config>;
  /** The clock of the cache, the resilience policy and the rate limits, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Limits of the resilience policy that differ from those in production. */
  readonly resilience?: Partial<ResilienceLimits>;
  /** Intervals of the gateway that differ from those in production. */
  readonly timing?: ChangeTiming;
}

/** Starts a test stack. Close it in `afterAll`. When a step fails, everything opened before it is closed. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const resources = new AsyncDisposableStack();
  try {
    const stack = await openStack(options, resources);
    return { ...stack, close: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Opens each part of a stack. `resources` closes them in reverse order. */
async function openStack(
  {
    schemaDir = `${ROOT}schema/model`,
    seedDir = `${ROOT}schema/sample/seed`,
    hasIndex = true,
    hasOwnSecrets = false,
    hasCache = true,
    env: overrides = {},
    config: configured = {},
    now,
    resilience,
    timing,
  }: StackOptions,
  resources: AsyncDisposableStack,
): Promise<Omit<Stack, 'close'>> {
  const env = hasOwnSecrets ? withOwnSecrets(EXAMPLE_ENV) : EXAMPLE_ENV;
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-'));
  resources.defer(() => rmSync(stateDir, { recursive: true }));
  const own = <T extends Emulator>(emulator: T): T => {
    resources.defer(() => emulator.close());
    return emulator;
  };
  const emulators = {
    content: own(
      await createContentEmulator({
        seedDir,
        port: 0,
        projectId: env.SANITY_PROJECT_ID as string,
        dataset: env.SANITY_DATASET as string,
        readToken: env.SANITY_READ_TOKEN as string,
        writeToken: env.SANITY_WRITE_TOKEN as string,
        webhooks: { secret: env.SANITY_WEBHOOK_SECRET as string, retryDelaysMs: [200, 200] },
        streams: { reconnectMs: 100 },
      }),
    ),
    media: own(
      await createMediaEmulator({
        seedDir,
        port: 0,
        tokenId: env.MUX_TOKEN_ID as string,
        tokenSecret: env.MUX_TOKEN_SECRET as string,
        signingKey: { id: env.MUX_SIGNING_KEY as string, privateKey: env.MUX_PRIVATE_KEY as string },
        webhooks: { secret: env.MUX_WEBHOOK_SECRET as string },
      }),
    ),
    search: own(
      await createSearchEmulator({
        port: 0,
        appId: env.ALGOLIA_APP_ID as string,
        searchKey: env.ALGOLIA_SEARCH_KEY as string,
        writeKey: env.ALGOLIA_WRITE_KEY as string,
      }),
    ),
  };
  const gatewayEnv = {
    ...env,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SCHEMA_DIR: schemaDir,
    SEED_DIR: seedDir,
    SANITY_API_HOST: emulators.content.url,
    MUX_HOST: emulators.media.url,
    ALGOLIA_HOST: emulators.search.url,
    STATE_DIR: stateDir,
    // Tests share the event loop with the gateway and may block it long enough for load shedding.
    LOAD_SHEDDING_DELAY_MS: '0',
    ...TEST_DEADLINES,
    ...(!hasCache && { CACHE_TTL: '0' }),
    ...overrides,
  };
  const config = { ...readConfig(gatewayEnv), ...configured };
  if (hasIndex) await reindex(config, { task: 'update', print: () => undefined });
  const gateway = await createGateway(config, {
    ...(now && { now }),
    ...(resilience && { resilience }),
    ...(timing && { timing }),
  });
  resources.defer(() => gateway.close());
  await gateway.mediaLibraryLoaded;

  const forEachEmulator = <T>(act: (emulator: Emulator) => Promise<T>) =>
    Promise.all(
      Object.entries(emulators).map(async ([name, emulator]) => [name, await act(emulator)] as const),
    );
  const stack: Omit<Stack, 'close'> = {
    url: gateway.url,
    config,
    env: gatewayEnv,
    emulators,
    cache: gateway.cache,
    indexes: gateway.indexes,
    changes: gateway.changes,
    query: (query, variables = {}, locale) => queryGateway(gateway.url, query, variables, locale),
    editor: createClient({
      projectId: config.content.projectId,
      dataset: config.content.dataset,
      apiVersion: config.content.apiVersion,
      token: env.SANITY_WRITE_TOKEN as string,
      apiHost: emulators.content.url,
      useProjectHostname: false,
      useCdn: false,
    }),
    connectWebhooks: (faults) => connectWebhooks(emulators, gateway.url, faults),
    control: (emulator, method, name, body) => callControl(emulators[emulator].url, method, name, body),
    async setFaults(name, faults = []) {
      await callControl(emulators[name].url, 'PUT', 'faults', { faults });
    },
    async requests() {
      const logs = await forEachEmulator(async (emulator) => {
        const { requests } = await callControl(emulator.url, 'GET', 'requests');
        return (requests as LoggedRequest[]).filter(isOperationRequest);
      });
      return Object.fromEntries(logs) as Record<EmulatorName, LoggedRequest[]>;
    },
    async clearRequests() {
      await forEachEmulator((emulator) => callControl(emulator.url, 'DELETE', 'requests'));
    },
  };
  await stack.clearRequests();
  return stack;
}

/** Returns whether a request belongs to an operation, and not to the gateway's own sync with its providers. */
const isOperationRequest = ({ path, tag }: LoggedRequest): boolean =>
  tag === undefined && !/\/(live\/events|check\/cors|_documents\/settings)/.test(path);

/** Makes the content and media emulators deliver webhooks to the gateway at `url`. */
export async function connectWebhooks(
  emulators: Stack['emulators'],
  url: string,
  faults: readonly WebhookFault[] = [],
): Promise<void> {
  for (const name of ['content', 'media'] as const)
    await callControl(emulators[name].url, 'PUT', 'webhooks', {
      endpoints: [{ url: `${url}/webhooks/${name}` }],
      faults,
    });
}

/** Sends an operation to the gateway at `origin` over HTTP. */
export async function queryGateway(
  origin: string,
  query: string,
  variables: Record<string, unknown> = {},
  locale?: string,
): // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the test's query
Promise<GraphQLResponse<any>> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(locale !== undefined && { 'x-locale': locale }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors, extensions } = (await response.json()) as {
    data?: Record<string, never>;
    errors?: GraphQLFormattedError[];
    extensions?: Record<string, unknown>;
  };
  return { status: response.status, data: data ?? {}, errors: errors ?? [], extensions: extensions ?? {} };
}
