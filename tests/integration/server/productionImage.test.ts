import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { queryGateway, ROOT, type Stack, startStack } from '../../support/stack.ts';

/** The files that `deploy/Dockerfile` copies. */
let files: readonly string[];
beforeAll(() => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(output) as { files: { path: string }[] }[];
  files = packed?.files.map(({ path }) => path) ?? [];
});

const { dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Returns the packages that a file imports, without types. */
const packagesIn = (file: string): string[] =>
  [
    ...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm,
    ),
  ]
    .map(([, from, dynamic]) => (from ?? dynamic) as string)
    .filter((name) => !isBuiltin(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));

test('production image: has the gateway, the model and the pages for API clients, and no emulators, tests or sample content', () => {
  for (const file of [
    'gateway/main.ts',
    'gateway/cli/keys.ts',
    'schema/model/film.graphql',
    'schema/core/node.graphql',
    'docs/errors.md',
  ])
    expect(files).toContain(file);
  expect(
    files.filter((file) =>
      /^gateway\/emulators\/|\.test\.ts$|\/testing\/|^tests\/|^schema\/sample\//.test(file),
    ),
  ).toEqual([]);
  const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  const expected = ['docs', 'gateway', 'schema', 'web'];
  expect([...folders].filter((folder) => !expected.includes(folder as string))).toEqual([]);
  expect(files.filter((file) => /^docs\/(?!\w+\.md$)/.test(file))).toEqual([]);
  expect(files.filter((file) => file.startsWith('web/') && !file.startsWith('web/dist/'))).toEqual([]);
});

test('production image: has exactly the packages that its files import', () => {
  const sources = files.filter((file) => /^(gateway|schema)\/.*\.ts$/.test(file));
  const imported = new Set(sources.flatMap(packagesIn));
  expect(Object.keys(dependencies).sort()).toEqual([...imported].sort());
});

test('production image: serves with its own files and packages only', async () => {
  const root = mkdtempSync(join(tmpdir(), 'trivium-image-'));
  const stack: Stack = await startStack({
    hasIndex: false,
    hasOwnSecrets: true,
    env: { CONSUME_CHANGES: 'off' },
  });
  try {
    for (const file of files) cpSync(`${ROOT}${file}`, join(root, file), { recursive: true });
    linkProductionPackages(root);
    const gateway = await createGatewayProcess(
      { ...stack.env, SCHEMA_DIR: 'schema/model', NODE_ENV: 'production', WORKERS: '1', OPERATOR_PORT: '0' },
      // Otherwise packages would find others beside the target of their link.
      { cwd: root, flags: ['--preserve-symlinks', '--preserve-symlinks-main'] },
    );
    try {
      await gateway.start();
      const { data, errors } = await queryGateway(gateway.url, '{ films(first: 1) { nodes { title } } }');
      expect(errors).toEqual([]);
      expect(data.films.nodes).toHaveLength(1);
    } finally {
      await gateway.kill();
    }
  } finally {
    await stack.close();
    rmSync(root, { recursive: true });
  }
}, 60_000);

/** Links the packages that `npm ci --omit=dev --omit=optional` installs. */
function linkProductionPackages(root: string): void {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  for (const [folder, { dev, optional, devOptional }] of Object.entries(packages)) {
    // Packages in a package come with it.
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) || dev || optional || devOptional) continue;
    mkdirSync(dirname(join(root, folder)), { recursive: true });
    symlinkSync(`${ROOT}${folder}`, join(root, folder));
  }
}
