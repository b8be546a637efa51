import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { createClient, type SanityClient } from '@sanity/client';
import type { GraphQLFormattedError } from 'graphql';
import type { TaggedCache } from '../gateway/cache.ts';
import { reindex } from '../gateway/cli/reindex.ts';
import type { Config } from '../gateway/configuration/config.ts';
import { readConfig } from '../gateway/configuration/readConfig.ts';
import { createContentTwin } from '../gateway/content/twin/twin.ts';
import { createGateway, type Gateway } from '../gateway/main.ts';
import { createMediaTwin } from '../gateway/media/twin/twin.ts';
import { createSearchTwin } from '../gateway/search/twin/twin.ts';
import type { Fault } from '../gateway/twins/faults.ts';
import type { LoggedRequest, Twin } from '../gateway/twins/server.ts';
import type { WebhookFault } from '../gateway/twins/webhookFaults.ts';
import type { LinePolicy } from '../gateway/wire/line.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The twins' own credentials, as the example environment gives them to everybody. */
const EXAMPLE = parseEnv(readFileSync(`${ROOT}.env.example`, 'utf8')) as Record<string, string>;

export type TwinName = 'content' | 'media' | 'search';

/** An answer of the graph. */
export interface Answer<Data = Record<string, never>> {
  readonly status: number;
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** The whole of Trivium on free ports of this machine: three twins, their index, and a gateway. */
export interface House {
  readonly url: string;
  readonly config: Config;
  /** The environment of its gateway, with which another one over the same twins can be started. */
  readonly env: Readonly<Record<string, string>>;
  readonly twins: Readonly<Record<TwinName, Twin>>;
  readonly cache: TaggedCache;
  readonly changes: Gateway['changes'];
  /** Asks the graph over HTTP. `any` because what comes back is what the test asked. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
  ask(query: string, variables?: Record<string, unknown>): Promise<Answer<any>>;
  /** The content service's official client, for an editor who may write. */
  readonly editor: SanityClient;
  /** Lets the twins that tell news bring it to the gateway's webhooks, signed with their secrets. */
  bringNews(faults?: readonly WebhookFault[]): Promise<void>;
  /** Sets a twin's faults; none clears them. */
  faults(twin: TwinName, faults?: readonly Fault[]): Promise<void>;
  /** The provider calls each twin has had since `forget`. */
  requests(): Promise<Record<TwinName, LoggedRequest[]>>;
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
  readonly line?: Partial<LinePolicy>;
}

/** Opens a house; close it in `afterAll`. */
export async function openHouse({
  schemaDir = `${ROOT}schema/model`,
  seedDir = `${ROOT}schema/seed`,
  indexed = true,
  cache = true,
  env: further = {},
  now,
  line,
}: HouseOptions = {}): Promise<House> {
  const env = EXAMPLE as Record<string, string>;
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-'));
  const twins = {
    content: await createContentTwin({
      seedDir,
      port: 0,
      projectId: env.SANITY_PROJECT_ID as string,
      dataset: env.SANITY_DATASET as string,
      readToken: env.SANITY_READ_TOKEN as string,
      writeToken: env.SANITY_WRITE_TOKEN as string,
      webhooks: { secret: env.SANITY_WEBHOOK_SECRET as string, retryDelays: [200, 200] },
    }),
    media: await createMediaTwin({
      seedDir,
      port: 0,
      tokenId: env.MUX_TOKEN_ID as string,
      tokenSecret: env.MUX_TOKEN_SECRET as string,
      signingKey: { id: env.MUX_SIGNING_KEY as string, privateKey: env.MUX_PRIVATE_KEY as string },
      webhooks: { secret: env.MUX_WEBHOOK_SECRET as string },
    }),
    search: await createSearchTwin({
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
    SANITY_API_HOST: twins.content.url,
    MUX_BASE_URL: twins.media.url,
    MUX_STREAM_URL: twins.media.url,
    MUX_IMAGE_URL: twins.media.url,
    ALGOLIA_HOST: twins.search.url,
    STATE_DIR: stateDir,
    // A test may hold the event loop for longer than a request should have to wait.
    OVERLOAD_DELAY: '0',
    ...(!cache && { CACHE_TTL: '0' }),
    ...further,
  };
  const config = readConfig(gatewayEnv);
  if (indexed) await reindex(config, { task: 'build', say: () => undefined });
  const gateway = await createGateway(config, { ...(now && { now }), ...(line && { line }) });
  await gateway.warm;

  const each = <T>(act: (twin: Twin) => Promise<T>) =>
    Promise.all(Object.entries(twins).map(async ([name, twin]) => [name, await act(twin)] as const));
  const house: House = {
    url: gateway.url,
    config,
    env: gatewayEnv,
    twins,
    cache: gateway.cache,
    changes: gateway.changes,
    ask: (query, variables = {}) => askGraph(gateway.url, query, variables),
    editor: createClient({
      projectId: config.content.projectId,
      dataset: config.content.dataset,
      apiVersion: config.content.apiVersion,
      token: env.SANITY_WRITE_TOKEN as string,
      apiHost: twins.content.url,
      useProjectHostname: false,
      useCdn: false,
    }),
    bringNews: (faults) => deliverNews(twins, gateway.url, faults),
    async faults(name, faults = []) {
      await fetch(`${twins[name].url}/__twin/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults }),
      });
    },
    async requests() {
      const logs = await each(async (twin) => {
        const answer = await fetch(`${twin.url}/__twin/requests`);
        const { requests } = (await answer.json()) as { requests: LoggedRequest[] };
        return requests.filter(isAsked);
      });
      return Object.fromEntries(logs) as Record<TwinName, LoggedRequest[]>;
    },
    async forget() {
      await each((twin) => fetch(`${twin.url}/__twin/requests`, { method: 'DELETE' }));
    },
    async close() {
      await gateway.close();
      await each((twin) => twin.close());
      rmSync(stateDir, { recursive: true });
    },
  };
  await house.forget();
  return house;
}

/** Whether somebody's question led to a request, and not the gateway's own watching of the content. */
const isAsked = ({ path, tag }: LoggedRequest): boolean =>
  tag === undefined && !/\/(live\/events|check\/cors)/.test(path);

/** Lets the twins that tell news bring it to the webhooks of a gateway at `url`. */
export async function deliverNews(
  twins: House['twins'],
  url: string,
  faults: readonly WebhookFault[] = [],
): Promise<void> {
  for (const name of ['content', 'media'] as const)
    await fetch(`${twins[name].url}/__twin/webhooks`, {
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
