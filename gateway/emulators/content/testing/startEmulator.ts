import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientConfig, createClient, type SanityClient } from '@sanity/client';
import { type ControlMethod, callControl } from '../../shared/control.ts';
import type { Emulator } from '../../shared/server.ts';
import { type ContentEmulatorOptions, createContentEmulator } from '../emulator.ts';
import { SEED, writeSeedFiles } from './seedFiles.ts';

/** An emulator over the seed files, with clients of the official SDK. */
export interface TestEmulator {
  emulator: Emulator;
  seedDir: string;
  /** Creates a client; by default it may write and does not retry. */
  client(config?: Partial<ClientConfig>): SanityClient;
  /** Calls a control endpoint, e.g. `PUT`, `streams`, `{queryLagMs: 100}`, and returns its response. */
  // biome-ignore lint/suspicious/noExplicitAny: each control endpoint has its own response type
  control(method: ControlMethod, name: string, body?: unknown): Promise<any>;
  /** Loads the seed again, and clears faults and the request log. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an emulator on a free port over a seed in its own folder. */
export async function startEmulator(options: Partial<ContentEmulatorOptions> = {}): Promise<TestEmulator> {
  const seedDir = await mkdtemp(join(tmpdir(), 'content-emulator-'));
  await writeSeedFiles(seedDir);
  const emulator = await createContentEmulator({ seedDir, port: 0, ...SEED.options, ...options });
  return {
    emulator,
    seedDir,
    client: (config = {}) =>
      createClient({
        apiHost: emulator.url,
        useProjectHostname: false,
        projectId: SEED.options.projectId,
        dataset: SEED.options.dataset,
        apiVersion: '2025-02-19',
        useCdn: false,
        token: SEED.options.writeToken,
        timeout: 5_000,
        maxRetries: 0,
        ...config,
      }),
    control: (method, name, body) => callControl(emulator.url, method, name, body),
    reset: async () => void (await callControl(emulator.url, 'POST', 'reset')),
    close: async () => {
      await emulator.close();
      await rm(seedDir, { recursive: true, force: true });
    },
  };
}
