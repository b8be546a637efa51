import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FIXTURE, writeFixture } from '../../gateway/content/twin/fixture/seed.ts';
import { createContentTwin } from '../../gateway/content/twin/twin.ts';
import type { Twin } from '../../gateway/twins/server.ts';
import { testAudits } from './audit.ts';
import { contentAudits } from './content.audits.ts';
import { contentHooksAudits } from './contentHooks.audits.ts';

const WEBHOOK_SECRET = 'audited';

let seedDir: string;
let twin: Twin;

beforeAll(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'content-audits-'));
  await writeFixture(seedDir);
  twin = await createContentTwin({
    seedDir,
    port: 0,
    ...FIXTURE.options,
    webhooks: { secret: WEBHOOK_SECRET, retryDelays: [50, 50] },
  });
});

afterAll(async () => {
  await twin?.close();
  await rm(seedDir, { recursive: true, force: true });
});

test('the audits have ids of their own', () => {
  const ids = [...contentAudits, ...contentHooksAudits].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(40);
});

testAudits([...contentAudits, ...contentHooksAudits], () => ({
  baseUrl: twin.url,
  ...FIXTURE.options,
  webhookSecret: WEBHOOK_SECRET,
}));
