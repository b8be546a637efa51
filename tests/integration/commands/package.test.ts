import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PLATFORM_PACKAGES } from '../../../gateway/cli/bundleGateway.ts';
import { freePort } from '../../support/freePort.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { queryGateway, ROOT, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';
import { anchorsIn, linksIn } from './testing/markdownLinks.ts';
import {
  buildNpmPackage,
  LINKED_PACKAGES_FLAG,
  linkPackages,
  type NpmPackage,
} from './testing/npmPackage.ts';
import { startCommand } from './testing/runningCommand.ts';

const BLOG = `${ROOT}tests/support/fixtures/studios/blog`;
const RECIPES = `${ROOT}tests/support/fixtures/recipes`;

/** Links of the README for readers of the repository. */
const REPOSITORY_LINKS = new Set(['schema/sample/render/README.md']);

let npmPackage: NpmPackage;
/** A project with the package, a model and settings. */
let folder: string;
let url: string;
beforeAll(async () => {
  npmPackage = buildNpmPackage();
  folder = mkdtempSync(join(tmpdir(), 'trivium-project-'));
  const [port, emulators] = [await freePort(), await freePort(3)];
  url = `http://127.0.0.1:${port}`;
  cpSync(RECIPES, folder, { recursive: true });
  writeFileSync(join(folder, '.env'), `PORT=${port}\nEMULATOR_PORT=${emulators}\nSEED_DIR=seed\n`);
  installPackage(folder);
}, 120_000);
afterAll(() => {
  npmPackage.remove();
  rmSync(folder, { recursive: true });
});

/** The packages that the production image keeps. */
const kept =
  /\^\(([^)]*)\)\$/
    .exec(readFileSync(`${ROOT}deploy/Dockerfile`, 'utf8'))?.[1]
    ?.replaceAll('\\/', '/')
    .split('|') ?? [];

/** Returns the packages that modules import, without types. */
function packagesIn(files: readonly string[]): Set<string> {
  const imports = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*?from '([^.'][^']*)'/gm),
  ]);
  const names = imports.map(([, from]) => from as string).filter((name) => !isBuiltin(name));
  return new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
}

test('npm package: has the code as JavaScript, core SDL, and no sample, app or tests', () => {
  expect(npmPackage.files).toEqual(
    expect.arrayContaining([
      'dist/gateway/main.js',
      'dist/gateway/cli/trivium.js',
      'dist/gateway/emulators/content/main.js',
      'schema/core/node.graphql',
      'docs/errors.md',
      'docs/api/pagination.md',
      'gateway/sites/docs/assets/styles/base.css',
      '.env.example',
    ]),
  );
  const allowed =
    /^(dist\/gateway\/.*\.js|dist\/THIRD_PARTY_NOTICES\.txt|schema\/core\/.*\.graphql|web\/dist\/explorer\/.*|schema\/contract\.graphql|gateway\/emulators\/emptySeed\/.*|gateway\/sites\/(docs|reader)\/assets\/(styles\/\w+\.css|\w+\.js)|dist\/hls\.light\.min\.mjs|\.env\.example|deploy\/.*|docs\/.*\.(md|webp)|package\.json|[A-Z]+\.md|LICENSE)$/;
  expect(npmPackage.files.filter((file) => !allowed.test(file))).toEqual([]);
  expect(npmPackage.files.filter((file) => /\.test\.|\/testing\//.test(file))).toEqual([]);
});

test('npm package: the links in its documents lead to files of the package, and to headings', () => {
  const textOf = (file: string) => readFileSync(join(npmPackage.folder, file), 'utf8');
  const isPackaged = (path: string) =>
    npmPackage.files.some((file) => file === path || file.startsWith(`${path}/`));
  const faults = npmPackage.files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      linksIn(textOf(file)).flatMap((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path);
        const isFound =
          isPackaged(target) &&
          (anchor === undefined || !target.endsWith('.md') || anchorsIn(textOf(target)).has(anchor));
        return isFound || REPOSITORY_LINKS.has(target) ? [] : [`${file}: ${link}`];
      }),
    );
  expect(faults).toEqual([]);
});

test('npm package: needs only the packages with binaries, and names the licences of the others', () => {
  const readText = (file: string) => readFileSync(join(npmPackage.folder, file), 'utf8');
  const { dependencies } = JSON.parse(readText('package.json')) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(PLATFORM_PACKAGES);
  const notices = readText('dist/THIRD_PARTY_NOTICES.txt');
  for (const notice of [
    /^graphql 16\.\S+, MIT\nMIT License/m,
    /^@mux\/mux-node 15\.\S+, Apache-2\.0\n\s*Apache/m,
  ])
    expect(notices).toMatch(notice);
  expect(notices).not.toContain('undefined');
});

test('production image: has exactly the packages that the sample model imports', () => {
  const model = globSync(`${ROOT}schema/model/*.ts`).filter((file) => !file.endsWith('.test.ts'));
  expect(kept.toSorted()).toEqual([...packagesIn(model)].sort());
});

test('npm package: serves a model over emulators in a folder with schema and .env', async () => {
  const trivium = runTrivium('start');
  try {
    await trivium.waitFor('press Ctrl-C to stop');
    const { data, errors } = await queryGateway(
      url,
      '{ cuisines(first: 2) { nodes { name } } search(query: "ragu") { totalCount } }',
    );
    expect(errors).toEqual([]);
    expect(data.cuisines.nodes).toHaveLength(2);
    expect(data.search.totalCount).toBeGreaterThan(0);
    const home = await (await fetch(url)).text();
    expect(home).toContain('<a href="/content/recipes">Recipes</a>');
    const script = /src="(\/reader\/[^"]*)"/.exec(home)?.[1];
    const player = /HLS_URL = '(.*?)'/.exec(await (await fetch(`${url}${script}`)).text())?.[1];
    expect((await fetch(`${url}${player}`)).headers.get('content-type')).toMatch('text/javascript');
    expect(trivium.output()).not.toMatch(/^ +app /m);
    expect(trivium.output()).toMatch(/^ +reader +http/m);
  } finally {
    await trivium.stop();
  }
  expect(trivium.exitCode()).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['.env', '.state', 'node_modules', 'schema', 'seed']);
}, 120_000);

test('npm package: dev restarts after a change of the model, keeps the last valid one, and loads a changed seed', async () => {
  const trivium = runTrivium('dev');
  try {
    await trivium.waitFor('press Ctrl-C to stop');
    const model = join(folder, 'schema/recipes.graphql');
    writeFileSync(
      model,
      readFileSync(model, 'utf8').replace('  name: String!', '  name: String!\n  origin: String'),
    );
    await trivium.waitFor('gateway restarted');
    const valid = readFileSync(model, 'utf8');
    writeFileSync(model, valid.replace('origin: String', 'origin: Strin'));
    await trivium.waitFor('the gateway still serves the model before this change');
    expect(trivium.output()).toMatch(/expected a type of the model or of core, got Strin/);
    expect(await queryGateway(url, '{ recipes(first: 1) { nodes { origin } } }')).toMatchObject({
      errors: [],
    });
    writeFileSync(model, valid);
    const seed = join(folder, 'seed/content.ndjson');
    const recipe = {
      _id: 'new-soup',
      _type: 'recipe',
      name: 'Soup',
      origin: 'Spain',
      slug: { current: 'soup' },
    };
    const earlier = readFileSync(seed, 'utf8');
    appendFileSync(seed, '{"_id": "new-soup", \n');
    await trivium.waitFor('the emulator still has the earlier one');
    expect(trivium.output()).toMatch(/the seed was not loaded: .*content\.ndjson/);
    writeFileSync(seed, `${earlier}${JSON.stringify(recipe)}\n`);
    await trivium.waitFor('seed loaded');
    const query = '{ recipe(by: { slug: "soup" }) { name origin } }';
    await within(10_000, async () =>
      expect(await queryGateway(url, query)).toMatchObject({
        data: { recipe: { name: 'Soup', origin: 'Spain' } },
      }),
    );
  } finally {
    await trivium.stop();
  }
  expect(trivium.exitCode()).toBe(0);
}, 120_000);

test('production image: serves the sample with the package, without emulators and sharp', async () => {
  const root = mkdtempSync(join(tmpdir(), 'trivium-image-'));
  const stack = await startStack({
    hasIndex: false,
    hasOwnSecrets: true,
    env: { CONSUME_CHANGES: 'off' },
  });
  try {
    // The steps of deploy/Dockerfile.
    cpSync(npmPackage.folder, root, { recursive: true });
    rmSync(join(root, 'dist/gateway/emulators'), { recursive: true });
    cpSync(`${ROOT}schema/model`, join(root, 'schema/model'), { recursive: true });
    linkPackages(root, kept);
    const gateway = await createGatewayProcess(
      { ...stack.env, SCHEMA_DIR: 'schema/model', NODE_ENV: 'production', WORKERS: '1', OPERATOR_PORT: '0' },
      { cwd: root, script: 'dist/gateway/main.js', flags: [LINKED_PACKAGES_FLAG] },
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

/** Commands in the order of an adoption, with their exit code and a part of their output. */
const COMMANDS: readonly [command: string, code: number, output: RegExp][] = [
  ['model import schema.json --dataset', 0, /3 document types/],
  ['model check', 1, /9 documents compared: 2 invalid values/],
  ['contract', 0, /wrote contract\.graphql/],
  ['client-config apollo.ts', 0, /typePolicies/],
  ['plan posts.graphql', 0, /requests +content 1, media 0, search 0/],
  ['doctor', 1, /EMULATORS_NOT_RUNNING[\s\S]*run trivium start or trivium emulators/],
  ['setup', 2, /trivium setup --help/],
  ['index', 1, /the search service is not available/],
  ['keys list', 0, /trivium keys create makes one/],
  ['usage', 0, /coordinate +client/],
  ['completion', 0, /trivium/],
  ['build', 2, /the explorer of the package is built/],
  ['codegen', 2, /run GraphQL Code Generator over contract\.graphql, which trivium contract writes/],
];

test('npm package: each command works with the model of another studio, or says why it does not', async () => {
  const project = mkdtempSync(join(tmpdir(), 'trivium-studio-'));
  try {
    const settings = [`PORT=${await freePort()}`, `EMULATOR_PORT=${await freePort(3)}`];
    cpSync(`${BLOG}/schema.json`, join(project, 'schema.json'));
    mkdirSync(join(project, 'seed'));
    cpSync(`${BLOG}/data.ndjson`, join(project, 'seed/content.ndjson'));
    writeFileSync(
      join(project, '.env'),
      [...settings, 'SEED_DIR=seed', 'PROVIDERS=content,search', ''].join('\n'),
    );
    writeFileSync(join(project, 'posts.graphql'), 'query Posts { posts(first: 2) { nodes { title } } }');
    symlinkSync(join(folder, 'node_modules'), join(project, 'node_modules'));
    for (const [command, code, output] of COMMANDS) {
      const { status, stdout, stderr } = runToEnd(project, command);
      expect({ command, status, text: stdout + stderr }).toEqual({
        command,
        status: code,
        text: expect.stringMatching(output),
      });
    }
  } finally {
    rmSync(project, { recursive: true });
  }
}, 120_000);

test('npm package: runs the emulators alone, prints the environment of a gateway, and leaves none if it is killed', async () => {
  const trivium = runTrivium('emulators');
  try {
    await trivium.waitFor('emulators ready');
    const [, address = ''] = /^SANITY_API_HOST=(http.*)$/m.exec(trivium.output()) ?? [];
    expect((await fetch(address)).status).toBeGreaterThan(0);
    await trivium.kill();
    await within(10_000, () => expect(fetch(address)).rejects.toThrow());
  } finally {
    await trivium.stop();
  }
}, 120_000);

test('npm package: the tests above run each command that the help lists', () => {
  const { stdout } = runToEnd(folder, '--help');
  const listed = [...stdout.matchAll(/^ {2}trivium ([a-z-]+)/gm)].map(([, name = '']) => name);
  const tested = ['start', 'dev', 'emulators', ...COMMANDS.map(([command]) => command.split(' ')[0])];
  expect(listed).not.toHaveLength(0);
  expect(tested).toEqual(expect.arrayContaining(listed));
});

/** Runs a command of the package that ends by itself. */
const runToEnd = (cwd: string, command: string) =>
  spawnSync(process.execPath, ['node_modules/trivium/dist/gateway/cli/trivium.js', ...command.split(' ')], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_OPTIONS: LINKED_PACKAGES_FLAG },
  });

/** Installs the package into a project as `npm install` does. */
function installPackage(project: string): void {
  mkdirSync(join(project, 'node_modules'));
  cpSync(npmPackage.folder, join(project, 'node_modules/trivium'), { recursive: true });
  linkPackages(project, PLATFORM_PACKAGES);
}

/** Starts a command of the installed package in the project. */
const runTrivium = (command: string) =>
  startCommand(['node_modules/trivium/dist/gateway/cli/trivium.js', command], folder, {
    NODE_OPTIONS: LINKED_PACKAGES_FLAG,
  });
