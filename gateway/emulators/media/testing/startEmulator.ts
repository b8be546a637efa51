import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Mux, { type ClientOptions } from '@mux/mux-node';
import { type ControlMethod, callControl } from '../../shared/control.ts';
import { createMediaEmulator, type MediaEmulatorOptions } from '../emulator.ts';
import { writeSeedFiles } from './seedFiles.ts';

/** An emulator over the seed files, with an SDK client. */
export interface TestEmulator {
  url: string;
  mux: Mux;
  /** Creates another SDK client with other options. */
  client(options?: ClientOptions): Mux;
  /** Requests a path, e.g. `/id.m3u8`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Calls a control endpoint, e.g. `PUT`, `faults`, `{faults: []}`, and returns its response. */
  // biome-ignore lint/suspicious/noExplicitAny: each control endpoint has its own response type
  control(method: ControlMethod, name: string, body?: unknown): Promise<any>;
  close(): Promise<void>;
}

const UNLIMITED = { postPerSecond: 1000, otherPerSecond: 1000 };

type TestEmulatorOptions = Partial<Pick<MediaEmulatorOptions, 'rateLimit' | 'delays' | 'webhooks'>> & {
  more?: number;
};

/** A video of four seconds with audio, 320 × 180 pixels, 24 frames per second. */
export const SAMPLE_FILE = fileURLToPath(new URL('sample.mp4', import.meta.url));

/** Starts an emulator on a free port, by default with a practically unlimited rate. */
export async function startEmulator(options: TestEmulatorOptions = {}): Promise<TestEmulator> {
  const { more = 0, ...rest } = options;
  const seedDir = await mkdtemp(join(tmpdir(), 'media-emulator-'));
  await writeSeedFiles(seedDir, { more });
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const credentials = { tokenId: 'fixture', tokenSecret: 'fixture-secret' };
  const signingKey = { id: 'fixture-key', privateKey: Buffer.from(pem).toString('base64') };
  const emulator = await createMediaEmulator({
    seedDir,
    port: 0,
    ...credentials,
    signingKey,
    rateLimit: UNLIMITED,
    ...rest,
  });
  const client = (options: ClientOptions = {}) =>
    new Mux({
      ...credentials,
      baseURL: emulator.url,
      jwtSigningKey: signingKey.id,
      jwtPrivateKey: signingKey.privateKey,
      maxRetries: 0,
      ...options,
    });
  return {
    url: emulator.url,
    mux: client(),
    client,
    fetch: (path, init) => fetch(`${emulator.url}${path}`, init),
    control: (method, name, body) => callControl(emulator.url, method, name, body),
    close: async () => {
      await emulator.close();
      await rm(seedDir, { recursive: true, force: true });
    },
  };
}
