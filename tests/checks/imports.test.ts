import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const BIOME = resolve('node_modules/@biomejs/biome/bin/biome');

/** A file, and what it imports. */
type Import = readonly [file: string, imported: string];

const REFUSED: readonly Import[] = [
  ['gateway/providers/content/room.ts', '../search/loader.ts'],
  ['gateway/providers/content/room.test.ts', '../media/loader.ts'],
  ['gateway/providers/search/room.ts', '../content/loader.ts'],
  ['gateway/providers/media/ownTwin.ts', './twin/twin.ts'],
  ['gateway/providers/media/web.ts', '../../web/routes.tsx'],
  ['gateway/providers/media/testing.ts', '../../tests/house.ts'],
  ['gateway/testing.ts', '../tests/house.ts'],
  ['gateway/twinUser.ts', './content/twin/twin.ts'],
  ['gateway/wire/twinUser.ts', '../content/twin/twin.ts'],
  ['gateway/cli/page.ts', '../../web/main.tsx'],
  ['gateway/emulators/content/ownRoom.ts', '../client.ts'],
  ['gateway/emulators/content/otherRoom.ts', '../../media/client.ts'],
  ['gateway/emulators/content/above.ts', '../../errors.ts'],
  ['gateway/emulators/content/ownRoom.test.ts', '../client.ts'],
  ['gateway/emulators/content/fixture/ownRoom.ts', '../../client.ts'],
  ['gateway/emulators/shared/above.ts', '../errors.ts'],
  ['gateway/emulators/shared/room.ts', '../content/client.ts'],
  ['web/ui/gateway.ts', '../../gateway/core/errors.ts'],
  ['web/ui/testing.ts', '../../tests/house.ts'],
];

const ALLOWED: readonly Import[] = [
  ['gateway/providers/content/context.ts', '../context.ts'],
  ['gateway/providers/content/ownRoom.ts', './client.ts'],
  ['gateway/providers/content/ownTwin.test.ts', './twin/twin.ts'],
  ['gateway/composition.ts', './content/client.ts'],
  ['gateway/cli/room.ts', '../content/client.ts'],
  ['gateway/emulators/content/common.ts', '../../twins/server.ts'],
  ['gateway/emulators/content/own.ts', './store.ts'],
  ['gateway/emulators/content/library.ts', 'groq-js'],
  ['gateway/emulators/content/fixture/own.ts', '../store.ts'],
  ['gateway/emulators/content/fixture/common.ts', '../../../twins/server.ts'],
  ['web/ui/client.ts', '../graphql/client.ts'],
  ['tests/house/anything.ts', '../../gateway/emulators/content/emulator.ts'],
];

const CYCLE: readonly Import[] = [
  ['gateway/cycle/loader.ts', './client.ts'],
  ['gateway/cycle/client.ts', './loader.ts'],
];

let root: string;
let found: ReadonlySet<string>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'imports-'));
  for (const [file, imported] of [...REFUSED, ...ALLOWED, ...CYCLE]) await plant(file, imported);
  await plant('gateway/cycle/types.ts', './values.ts', 'import type');
  await plant('gateway/cycle/values.ts', './types.ts', 'import type');
  await copyFile('.biome.json', join(root, '.biome.json'));
  await copyFile('.gitignore', join(root, '.gitignore'));
  found = await lint();
}, 30_000);

afterAll(() => rm(root, { recursive: true, force: true }));

async function plant(file: string, imported: string, keyword = 'import'): Promise<void> {
  await mkdir(join(root, dirname(file)), { recursive: true });
  await writeFile(join(root, file), `${keyword} { it } from '${imported}';\nexport type { it };\n`);
}

/** The import rules that fire, each as `rule file`. */
async function lint(): Promise<Set<string>> {
  const only = ['style/noRestrictedImports', 'suspicious/noImportCycles'].map((rule) => `--only=${rule}`);
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', ...only];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [BIOME, ...args], { cwd: root, encoding: 'utf8' }, (_error, stdout) =>
      done(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  return new Set(
    diagnostics.map(({ category, location }) => `${category.split('/').at(-1)} ${location.path}`),
  );
}

describe('the linter', () => {
  test.each(REFUSED)('refuses that %s imports %s', (file) => {
    expect(found).toContain(`noRestrictedImports ${file}`);
  });

  test.each(ALLOWED)('allows that %s imports %s', (file) => {
    expect(found).not.toContain(`noRestrictedImports ${file}`);
  });

  test('refuses imports in a circle, of types as well', () => {
    for (const name of ['loader', 'client', 'types', 'values'])
      expect(found).toContain(`noImportCycles gateway/cycle/${name}.ts`);
  });
});
