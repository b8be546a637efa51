import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '../../support/freePort.ts';
import { runCommand } from '../../support/runCommand.ts';

test('emulators: one line counts and names the files that an export lacks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'missing-files-'));
  const posts = ['a', 'b', 'c', 'd', 'd'].map((name, i) =>
    JSON.stringify({
      _id: `post-${i}`,
      _type: 'post',
      cover: { _type: 'image', _sanityAsset: `image@file://./images/${name}.png` },
    }),
  );
  writeFileSync(join(folder, 'data.ndjson'), posts.join('\n'));
  writeFileSync(join(folder, 'post.graphql'), 'type Post @document { cover: Image }');
  try {
    const { code, out, err } = await runCommand(['gateway/cli/trivium.ts', 'model', 'check'], {
      PATH: process.env.PATH,
      SCHEMA_DIR: folder,
      SEED_DIR: folder,
      EMULATOR_PORT: String(await freePort()),
    });
    expect(err).toMatch(
      /^content emulator: the export in SEED_DIR lacks 4 files, and fields with them are null: images\/[abcd]\.png, images\/[abcd]\.png, images\/[abcd]\.png and 1 more\n$/,
    );
    expect(out).toMatch(/^5 documents compared: all fit the model/);
    expect(code).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('emulators: run a program with their addresses when they are ready, and end with its exit code', async () => {
  const program =
    "fetch(process.env.SANITY_API_HOST + '/v1/users/me').then(({ status }) => { console.log(status); process.exit(3); })";
  const port = await freePort();
  const { code, out, err } = await runCommand(
    ['gateway/cli/trivium.ts', 'emulators', '--', process.execPath, '-e', program],
    {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PROVIDERS: 'content',
      SANITY_PROJECT_ID: 'mine',
      SANITY_DATASET: 'production',
      SANITY_READ_TOKEN: 'my-token',
      SEED_DIR: 'tests/support/fixtures/recipes/seed',
      EMULATOR_PORT: String(port),
    },
  );
  expect({ code, out, err }).toEqual({ code: 3, out: '401\n', err: '' });
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

test('emulators: exit with 2 for a program that cannot be run', async () => {
  const { code, out, err } = await runCommand(
    ['gateway/cli/trivium.ts', 'emulators', '--', 'no-such-program'],
    { PATH: process.env.PATH, PROVIDERS: 'content', EMULATOR_PORT: String(await freePort()) },
  );
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('expected a program that can be run, got no-such-program');
});
