import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { within } from '../../../../tests/support/within.ts';
import { startEmulator, type TestEmulator } from '../testing/startEmulator.ts';

/** The seed has a version of `film-ripples` in this release. */
const RELEASE = { _id: '_.releases.rSpring', _type: 'system.release', name: 'rSpring', metadata: {} };

let testEmulator: TestEmulator;
let client: SanityClient;

beforeAll(async () => {
  testEmulator = await startEmulator();
  client = testEmulator.client();
});
afterAll(() => testEmulator.close());

const release = () => client.releases.get({ releaseId: 'rSpring' });

test('content emulator releases: a release whose publication fails becomes active with the reason', async () => {
  await client.releases.create({ releaseId: 'rBroken' });
  await client.unpublishVersion({ releaseId: 'rBroken', publishedId: 'topic-chaos' });
  const publishAt = new Date(Date.now() + 200).toISOString();
  await client.releases.schedule({ releaseId: 'rBroken', publishAt });
  await within(10_000, async () =>
    expect(await client.releases.get({ releaseId: 'rBroken' })).toMatchObject({
      state: 'active',
      error: { message: expect.stringMatching(/"topic-chaos" cannot be deleted/) },
    }),
  );
  expect(await client.releases.get({ releaseId: 'rBroken' })).not.toHaveProperty('publishAt');
  expect(await client.getDocument('topic-chaos')).toMatchObject({ title: 'Chaos' });
});

test('content emulator releases: a release with an invalid time stays scheduled, and the next one is published', async () => {
  const scheduled = (name: string, publishAt: string) => ({
    ...RELEASE,
    _id: `_.releases.${name}`,
    name,
    state: 'scheduled',
    publishAt,
  });
  await client.createOrReplace(scheduled('rSoon', 'soon'));
  await client.createOrReplace(scheduled('rPast', '2025-01-01T00:00:00Z'));
  await within(500, async () =>
    expect(await client.releases.get({ releaseId: 'rPast' })).toMatchObject({ state: 'published' }),
  );
  expect(await client.releases.get({ releaseId: 'rSoon' })).toMatchObject({ state: 'scheduled' });
});

test('content emulator releases: a scheduled release of the seed is published after each reset', async () => {
  const line = JSON.stringify({ ...RELEASE, state: 'scheduled', publishAt: '2025-01-01T00:00:00Z' });
  await appendFile(join(testEmulator.seedDir, 'content.ndjson'), `${line}\n`);
  for (const _turn of [1, 2]) {
    await testEmulator.reset();
    await within(500, async () => expect(await release()).toMatchObject({ state: 'published' }));
    expect(await client.fetch('*[_id == "film-ripples"][0].title')).toBe('Ripples in spring');
    expect(await client.getDocument('versions.rSpring.film-ripples')).toBeUndefined();
  }
});
