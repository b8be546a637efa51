import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reindex } from '../../../../gateway/cli/searchIndex/reindex.ts';
import { readConfig } from '../../../../gateway/config/readConfig.ts';
import { createContentEmulator } from '../../../../gateway/emulators/content/emulator.ts';
import { createMediaEmulator } from '../../../../gateway/emulators/media/emulator.ts';
import { createSearchEmulator } from '../../../../gateway/emulators/search/emulator.ts';
import { callControl } from '../../../../gateway/emulators/shared/control.ts';
import type { Fault } from '../../../../gateway/emulators/shared/faults.ts';
import type { Emulator } from '../../../../gateway/emulators/shared/server.ts';
import { readTypeDefs } from '../../../../gateway/graphql/schema/buildSchema.ts';
import { type ModelIndexes, modelIndexes } from '../../../../gateway/sync/index/modelIndexes.ts';
import { type EmulatorName, ROOT } from '../../../support/stack.ts';

/** The address of the gateway in these tests. No gateway runs there. */
export const PUBLIC_URL = 'http://127.0.0.1:4';

/** The address in production, which the emulators deliver webhooks to on this machine. */
export const PRODUCTION_URL = 'https://films.example';
const GATEWAY = { publicUrl: PRODUCTION_URL, localUrl: PUBLIC_URL };
export const MANAGEMENT_TOKEN = 'canary-content-management';

/** Credentials of their own: those of `.env.example` are public. */
const ACCOUNT = {
  SANITY_PROJECT_ID: 'doctor',
  SANITY_DATASET: 'films',
  SANITY_READ_TOKEN: 'canary-content-read',
  SANITY_WRITE_TOKEN: 'canary-content-write',
  SANITY_WEBHOOK_SECRET: 'canary-content-webhook',
  MUX_TOKEN_ID: 'canary-media-id',
  MUX_TOKEN_SECRET: 'canary-media-secret',
  MUX_WEBHOOK_SECRET: 'canary-media-webhook',
  MUX_SIGNING_KEY: 'canary-signing-key',
  ALGOLIA_APP_ID: 'DOCTOR',
  ALGOLIA_SEARCH_KEY: 'canary-search-read',
  ALGOLIA_WRITE_KEY: 'canary-search-write',
};

/** Returns a private key as Mux issues it. */
export const newPrivateKey = (): string =>
  Buffer.from(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }),
  ).toString('base64');

/** Accounts at the three emulators, with search indexes. */
export interface Accounts {
  /** The environment of a gateway with these accounts. */
  readonly env: Readonly<Record<string, string>>;
  readonly emulators: Readonly<Record<EmulatorName, Emulator>>;
  readonly indexes: ModelIndexes;
  readonly stateDir: string;
  setFaults(emulator: EmulatorName, faults: readonly Fault[]): Promise<void>;
  /** Sets the webhooks of an account. */
  setWebhooks(emulator: 'content' | 'media', endpoints: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the accounts. Mux's rate limit does not apply. */
export async function openAccounts(): Promise<Accounts> {
  const seedDir = `${ROOT}schema/sample/seed`;
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-doctor-'));
  const privateKey = newPrivateKey();
  const emulators = {
    content: await createContentEmulator({
      seedDir,
      port: 0,
      projectId: ACCOUNT.SANITY_PROJECT_ID,
      dataset: ACCOUNT.SANITY_DATASET,
      readToken: ACCOUNT.SANITY_READ_TOKEN,
      writeToken: ACCOUNT.SANITY_WRITE_TOKEN,
      managementToken: MANAGEMENT_TOKEN,
      webhooks: { gateway: GATEWAY },
    }),
    media: await createMediaEmulator({
      seedDir,
      port: 0,
      tokenId: ACCOUNT.MUX_TOKEN_ID,
      tokenSecret: ACCOUNT.MUX_TOKEN_SECRET,
      signingKey: { id: ACCOUNT.MUX_SIGNING_KEY, privateKey },
      rateLimit: { postPerSecond: 1000, otherPerSecond: 1000 },
      webhooks: { secret: ACCOUNT.MUX_WEBHOOK_SECRET, gateway: GATEWAY },
    }),
    search: await createSearchEmulator({
      port: 0,
      appId: ACCOUNT.ALGOLIA_APP_ID,
      searchKey: ACCOUNT.ALGOLIA_SEARCH_KEY,
      writeKey: ACCOUNT.ALGOLIA_WRITE_KEY,
    }),
  };
  const env = {
    ...ACCOUNT,
    MUX_PRIVATE_KEY: privateKey,
    PUBLIC_URL,
    SCHEMA_DIR: `${ROOT}schema/model`,
    STATE_DIR: stateDir,
    SANITY_API_HOST: emulators.content.url,
    MUX_HOST: emulators.media.url,
    ALGOLIA_HOST: emulators.search.url,
  };
  const config = readConfig(env);
  await reindex(config, { task: 'update', print: () => undefined });
  const { model } = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  return {
    env,
    emulators,
    indexes: modelIndexes(config, model),
    stateDir,
    async setFaults(name, faults) {
      await callControl(emulators[name].url, 'PUT', 'faults', { faults });
    },
    async setWebhooks(name, endpoints) {
      await callControl(emulators[name].url, 'PUT', 'webhooks', { endpoints });
    },
    async close() {
      for (const emulator of Object.values(emulators)) await emulator.close();
      rmSync(stateDir, { recursive: true });
    },
  };
}
