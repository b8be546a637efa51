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
