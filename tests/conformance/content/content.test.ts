import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { SEED, writeSeedFiles } from '../../../gateway/emulators/content/testing/seedFiles.ts';
import type { Emulator } from '../../../gateway/emulators/shared/server.ts';
import { testAudits } from '../shared/audit.ts';
import { contentAudits } from './content.audits.ts';
import { contentManagementAudits } from './management.audits.ts';
import { contentWebhookAudits } from './webhooks.audits.ts';

const WEBHOOK_SECRET = 'audited';

/** Audits of webhooks and of the management API need URLs on this machine, which only the emulator accepts. */
const audits = [...contentAudits, ...contentWebhookAudits, ...contentManagementAudits];

let seedDir: string;
let emulator: Emulator;

beforeAll(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'content-audits-'));
  await writeSeedFiles(seedDir);
  emulator = await createContentEmulator({
    seedDir,
    port: 0,
    ...SEED.options,
    webhooks: { secret: WEBHOOK_SECRET, retryDelaysMs: [50, 50] },
  });
});

afterAll(async () => {
  await emulator?.close();
  await rm(seedDir, { recursive: true, force: true });
});

test('Sanity audits: have unique ids', () => {
  const ids = audits.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(40);
});

testAudits('Sanity', audits, () => ({
  baseUrl: emulator.url,
  ...SEED.options,
  webhookSecret: WEBHOOK_SECRET,
}));
