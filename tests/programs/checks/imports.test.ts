import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const BIOME = resolve('node_modules/@biomejs/biome/bin/biome');

/** A file and one of its imports. */
type Import = readonly [file: string, imported: string];

const FORBIDDEN: readonly Import[] = [
  ['gateway/core/upward.ts', '../config/config.ts'],
  ['gateway/core/model/upward.ts', '../../graphql/schema/buildSchema.ts'],
  ['gateway/config/upward.ts', '../services/auth/token.ts'],
  ['gateway/services/cache/upward.ts', '../../providers/content/client.ts'],
  ['gateway/providers/media/upward.ts', '../../sync/changes.ts'],
  ['gateway/sync/index/upward.ts', '../../graphql/schema/buildSchema.ts'],
  ['gateway/graphql/operations/upward.ts', '../../http/server.ts'],
  ['gateway/http/upward.ts', '../app/gateway.ts'],
  ['gateway/app/upward.ts', '../cli/start.ts'],
  ['gateway/providers/content/otherProvider.ts', '../search/loader.ts'],
  ['gateway/providers/content/groq/otherProvider.ts', '../../media/loader.ts'],
  ['gateway/providers/search/otherProvider.ts', '../content/loader.ts'],
  ['gateway/providers/media/emulator.ts', '../../emulators/media/emulator.ts'],
  ['gateway/app/emulator.ts', '../emulators/content/emulator.ts'],
  ['gateway/providers/media/web.ts', '../../../web/routes.tsx'],
  ['gateway/providers/media/tests.ts', '../../../tests/support/within.ts'],
  ['gateway/cli/page.ts', '../../../web/entry.client.tsx'],
  ['gateway/emulators/content/gateway.ts', '../../core/errors.ts'],
  ['gateway/emulators/content/dataset/gateway.ts', '../../../providers/content/client.ts'],
  ['gateway/emulators/content/otherEmulator.ts', '../media/store.ts'],
  ['gateway/emulators/content/gateway.test.ts', '../../core/errors.ts'],
  ['gateway/emulators/shared/gateway.ts', '../../core/errors.ts'],
  ['gateway/emulators/shared/emulator.ts', '../content/store.ts'],
  ['web/ui/gateway.ts', '../../../gateway/core/errors.ts'],
  ['web/ui/tests.ts', '../../tests/support/stack.ts'],
];

const ALLOWED: readonly Import[] = [
  ['gateway/providers/content/context.ts', '../../core/context.ts'],
  ['gateway/providers/content/own.ts', './client.ts'],
  ['gateway/providers/content/own.test.ts', '../../emulators/content/emulator.ts'],
  ['gateway/providers/content/support.test.ts', '../../../tests/support/within.ts'],
  ['gateway/app/composition.ts', '../providers/content/client.ts'],
  ['gateway/cli/emulators.ts', '../emulators/content/emulator.ts'],
  ['gateway/graphql/operations/library.ts', 'graphql/language/printer.js'],
  ['gateway/emulators/content/shared.ts', '../shared/server.ts'],
  ['gateway/emulators/content/own.ts', './store.ts'],
  ['gateway/emulators/content/library.ts', 'groq-js'],
  ['gateway/emulators/content/dataset/own.ts', '../store.ts'],
  ['gateway/emulators/content/dataset/shared.ts', '../../shared/server.ts'],
  ['web/ui/client.ts', '../data/client.ts'],
  ['tests/support/anything.ts', '../../../gateway/emulators/content/emulator.ts'],
];

const CYCLE: readonly Import[] = [
  ['gateway/cycle/loader.ts', './client.ts'],
  ['gateway/cycle/client.ts', './loader.ts'],
];

let root: string;
let found: ReadonlySet<string>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'imports-'));
  for (const [file, imported] of [...FORBIDDEN, ...ALLOWED, ...CYCLE]) await writeImport(file, imported);
  await writeImport('gateway/cycle/types.ts', './values.ts', 'import type');
  await writeImport('gateway/cycle/values.ts', './types.ts', 'import type');
  await copyFile('.biome.json', join(root, '.biome.json'));
  await copyFile('.gitignore', join(root, '.gitignore'));
  found = await lint();
}, 30_000);

afterAll(() => rm(root, { recursive: true, force: true }));

async function writeImport(file: string, imported: string, keyword = 'import'): Promise<void> {
  await mkdir(join(root, dirname(file)), { recursive: true });
  await writeFile(join(root, file), `${keyword} { it } from '${imported}';\nexport type { it };\n`);
}

/** Returns the import rules that fire, as `rule file`. */
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

describe('import rules of the linter', () => {
  test.each(FORBIDDEN)('rejects %s importing %s', (file) => {
    expect(found).toContain(`noRestrictedImports ${file}`);
  });

  test.each(ALLOWED)('allows %s importing %s', (file) => {
    expect(found).not.toContain(`noRestrictedImports ${file}`);
  });

  test('rejects import cycles, also of types', () => {
    for (const name of ['loader', 'client', 'types', 'values'])
      expect(found).toContain(`noImportCycles gateway/cycle/${name}.ts`);
  });
});
