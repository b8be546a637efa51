import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { createClient, type SanityClient } from '@sanity/client';
import type { GraphQLFormattedError } from 'graphql';
import { createGateway, type Gateway } from '../../gateway/app/gateway.ts';
import { reindex } from '../../gateway/cli/reindex.ts';
import type { Config } from '../../gateway/config/config.ts';
import { readConfig } from '../../gateway/config/readConfig.ts';
import { createContentEmulator } from '../../gateway/emulators/content/emulator.ts';
import { createMediaEmulator } from '../../gateway/emulators/media/emulator.ts';
import { createSearchEmulator } from '../../gateway/emulators/search/emulator.ts';
import type { Fault } from '../../gateway/emulators/shared/faults.ts';
import type { Emulator, LoggedRequest } from '../../gateway/emulators/shared/server.ts';
import type { WebhookFault } from '../../gateway/emulators/shared/webhookFaults.ts';
import type { TaggedCache } from '../../gateway/services/cache/taggedCache.ts';
import type { ResilienceLimits } from '../../gateway/services/upstream/resiliencePolicy.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The emulators' own credentials, as the example environment gives them to everybody. */
const EXAMPLE = parseEnv(readFileSync(`${ROOT}.env.example`, 'utf8')) as Record<string, string>;

export type EmulatorName = 'content' | 'media' | 'search';

/** An answer of the graph. */
export interface Answer<Data = Record<string, never>> {
  readonly status: number;
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** The whole of Trivium on free ports of this machine: three emulators, their index, and a gateway. */
export interface House {
  readonly url: string;
  readonly config: Config;
  /** The environment of its gateway, with which another one over the same emulators can be started. */
  readonly env: Readonly<Record<string, string>>;
  readonly emulators: Readonly<Record<EmulatorName, Emulator>>;
  readonly cache: TaggedCache;
  readonly changes: Gateway['changes'];
  /** Asks the graph over HTTP. `any` because what comes back is what the test asked. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
  ask(query: string, variables?: Record<string, unknown>): Promise<Answer<any>>;
  /** The content service's official client, for an editor who may write. */
  readonly editor: SanityClient;
  /** Lets the emulators that tell news bring it to the gateway's webhooks, signed with their secrets. */
  bringNews(faults?: readonly WebhookFault[]): Promise<void>;
  /** Sets an emulator's faults; none clears them. */
  faults(emulator: EmulatorName, faults?: readonly Fault[]): Promise<void>;
  /** The provider calls each emulator has had since `forget`. */
  requests(): Promise<Record<EmulatorName, LoggedRequest[]>>;
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface HouseOptions {
  readonly schemaDir?: string;
  readonly seedDir?: string;
  /** Whether the search indexes are built; they are unless told otherwise. */
  readonly indexed?: boolean;
  /** Whether answers are kept, as they are in use; what counts or breaks the providers' calls does without. */
  readonly cache?: boolean;
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time by which answers are kept and providers are left alone. */
  readonly now?: () => number;
  /** How long providers that fail are left alone, and the rest of the policy; that of use unless told otherwise. */
  readonly line?: Partial<ResilienceLimits>;
}

/** Opens a house; close it in `afterAll`. */
export async function openHouse({
  schemaDir = `${ROOT}schema/model`,
  seedDir = `${ROOT}schema/sample/seed`,
  indexed = true,
  cache = true,
  env: further = {},
  now,
  line,
}: HouseOptions = {}): Promise<House> {
  const env = EXAMPLE as Record<string, string>;
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-'));
  const emulators = {
    content: await createContentEmulator({
      seedDir,
      port: 0,
      projectId: env.SANITY_PROJECT_ID as string,
      dataset: env.SANITY_DATASET as string,
      readToken: env.SANITY_READ_TOKEN as string,
      writeToken: env.SANITY_WRITE_TOKEN as string,
      webhooks: { secret: env.SANITY_WEBHOOK_SECRET as string, retryDelaysMs: [200, 200] },
    }),
    media: await createMediaEmulator({
      seedDir,
      port: 0,
      tokenId: env.MUX_TOKEN_ID as string,
      tokenSecret: env.MUX_TOKEN_SECRET as string,
      signingKey: { id: env.MUX_SIGNING_KEY as string, privateKey: env.MUX_PRIVATE_KEY as string },
      webhooks: { secret: env.MUX_WEBHOOK_SECRET as string },
    }),
    search: await createSearchEmulator({
      port: 0,
      appId: env.ALGOLIA_APP_ID as string,
      searchKey: env.ALGOLIA_SEARCH_KEY as string,
      writeKey: env.ALGOLIA_WRITE_KEY as string,
    }),
  };
  const gatewayEnv = {
    ...env,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SCHEMA_DIR: schemaDir,
    SEED_DIR: seedDir,
    SANITY_API_HOST: emulators.content.url,
    MUX_BASE_URL: emulators.media.url,
    MUX_STREAM_URL: emulators.media.url,
    MUX_IMAGE_URL: emulators.media.url,
    ALGOLIA_HOST: emulators.search.url,
    STATE_DIR: stateDir,
    // A test may hold the event loop for longer than a request should have to wait.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...(!cache && { CACHE_TTL: '0' }),
    ...further,
  };
  const config = readConfig(gatewayEnv);
  if (indexed) await reindex(config, { task: 'build', print: () => undefined });
  const gateway = await createGateway(config, { ...(now && { now }), ...(line && { resilience: line }) });
  await gateway.warm;

  const each = <T>(act: (emulator: Emulator) => Promise<T>) =>
    Promise.all(
      Object.entries(emulators).map(async ([name, emulator]) => [name, await act(emulator)] as const),
    );
  const house: House = {
    url: gateway.url,
    config,
    env: gatewayEnv,
    emulators,
    cache: gateway.cache,
    changes: gateway.changes,
    ask: (query, variables = {}) => askGraph(gateway.url, query, variables),
    editor: createClient({
      projectId: config.content.projectId,
      dataset: config.content.dataset,
      apiVersion: config.content.apiVersion,
      token: env.SANITY_WRITE_TOKEN as string,
      apiHost: emulators.content.url,
      useProjectHostname: false,
      useCdn: false,
    }),
    bringNews: (faults) => deliverNews(emulators, gateway.url, faults),
    async faults(name, faults = []) {
      await fetch(`${emulators[name].url}/__emulator/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults }),
      });
    },
    async requests() {
      const logs = await each(async (emulator) => {
        const answer = await fetch(`${emulator.url}/__emulator/requests`);
        const { requests } = (await answer.json()) as { requests: LoggedRequest[] };
        return requests.filter(isAsked);
      });
      return Object.fromEntries(logs) as Record<EmulatorName, LoggedRequest[]>;
    },
    async forget() {
      await each((emulator) => fetch(`${emulator.url}/__emulator/requests`, { method: 'DELETE' }));
    },
    async close() {
      await gateway.close();
      await each((emulator) => emulator.close());
      rmSync(stateDir, { recursive: true });
    },
  };
  await house.forget();
  return house;
}

/** Whether somebody's question led to a request, and not the gateway's own watching of the content. */
const isAsked = ({ path, tag }: LoggedRequest): boolean =>
  tag === undefined && !/\/(live\/events|check\/cors)/.test(path);

/** Lets the emulators that tell news bring it to the webhooks of a gateway at `url`. */
export async function deliverNews(
  emulators: House['emulators'],
  url: string,
  faults: readonly WebhookFault[] = [],
): Promise<void> {
  for (const name of ['content', 'media'] as const)
    await fetch(`${emulators[name].url}/__emulator/webhooks`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoints: [{ url: `${url}/webhooks/${name}` }], faults }),
    });
}

/** Asks a graph over HTTP, as a client does. */
export async function askGraph(
  origin: string,
  query: string,
  variables: Record<string, unknown> = {},
): // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
Promise<Answer<any>> {
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors, extensions } = (await answer.json()) as {
    data?: Record<string, never>;
    errors?: GraphQLFormattedError[];
    extensions?: Record<string, unknown>;
  };
  return { status: answer.status, data: data ?? {}, errors: errors ?? [], extensions: extensions ?? {} };
}
