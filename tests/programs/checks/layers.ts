/**
 * Checks the architecture: one import order, no cycles between folders or features of the app, existing files in docs/architecture.md, and
 * its current diagram, which `--write` (`npm run layers`) updates.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { PACKAGE_ROOT } from '../../../gateway/core/packageFiles.ts';
import { missingFiles, updateArchitecturePage } from './architecturePage.ts';
import { report } from './report.ts';

/** A layer imports only itself and layers after it. Paths are prefixes; a file belongs to the longest that matches. */
const ORDERS: readonly (readonly string[])[] = [
  [
    'gateway/main.ts',
    'gateway/cli',
    'gateway/app',
    'gateway/sites',
    'gateway/http',
    'gateway/graphql',
    'gateway/sync',
    'gateway/providers',
    'gateway/services',
    'gateway/config',
    'gateway/core',
  ],
  [
    'web/routes.tsx',
    'web/layout',
    'web/features',
    'web/rich-text',
    'web/figures',
    'web/seo',
    'web/data',
    'web/offline',
    'web/ui',
    'web/lib',
    'web/kit',
  ],
];
/** Folders that never import one another. */
const SEPARATE_MODULES: readonly (readonly string[])[] = [
  ['gateway/providers/content', 'gateway/providers/media', 'gateway/providers/search'],
  ['gateway/emulators/content', 'gateway/emulators/media', 'gateway/emulators/search'],
];
/** Folders that import nothing from the rest of the repository, because they are packages of their own, or parts of one. */
const LEAF_FOLDERS: readonly string[] = ['web/kit', 'schema/rich-text', 'schema/source-maps'];
/** What a folder of `LEAF_FOLDERS` contains besides. */
const LEAF_PARTS: Readonly<Record<string, readonly string[]>> = {
  'web/kit': ['schema/rich-text', 'schema/source-maps'],
};
/** The entry of the command line counts as a folder of its own: it imports the commands, which import other files beside it. */
const COMMAND_LINE = 'gateway/cli/trivium.ts';
const PAGE = 'docs/architecture.md';

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = listFiles();
const imports = files.filter((file) => /\.tsx?$/.test(file)).flatMap(readImports);
const problems = [
  ...findOrderViolations(imports),
  ...findImportsBetweenModules(imports),
  ...findImportsFromLeaves(imports),
  ...findCycles(imports, 'folders', (file) => (file === COMMAND_LINE ? file : dirname(file))),
  ...findCycles(imports, 'features', (file) => /^web\/features\/[^/]+/.exec(file)?.[0]),
];
const page = readFileSync(join(PACKAGE_ROOT, PAGE), 'utf8');
const updated = updateArchitecturePage(page, drawDiagram(imports));
problems.push(
  ...missingFiles(page, files).map((file) => `${PAGE}: expected the path of a file, got ${file}`),
);
if (process.argv.includes('--write')) writeFileSync(join(PACKAGE_ROOT, PAGE), updated);
else if (updated !== page) problems.push(`${PAGE}: the diagram is outdated: run npm run layers`);

console.log(`${imports.length} imports, ${problems.length} problems`);
report(problems, 'The order of the layers is in tests/programs/checks/layers.ts and docs/architecture.md.');

/** Lists the files of the repository, except those that Git ignores. */
function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: PACKAGE_ROOT,
    encoding: 'utf8',
  });
  return [...new Set(output.split('\n'))].filter(
    (file) => file !== '' && existsSync(join(PACKAGE_ROOT, file)),
  );
}

/** Lists the relative imports of a file, including type imports. */
function readImports(from: string): Import[] {
  const text = readFileSync(join(PACKAGE_ROOT, from), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'?]+)'/g)]
    .map(([, path]) => normalize(join(dirname(from), path as string)))
    .filter((to) => /\.tsx?$/.test(to))
    .map((to) => ({ from, to }));
}

/** Returns whether a file may import any layer: tests, test support and generated types. */
function isExempt(file: string): boolean {
  return /\.test\.tsx?$|\.generated\.ts$|^gateway\/generated\/|\/testing\/|^tests\//.test(file);
}

/** Returns the position of a file in an order of layers; -1 for a file outside of them. */
function layerIndex(order: readonly string[], file: string): number {
  return order.findIndex((layer) => file === layer || file.startsWith(`${layer}/`));
}

/** Finds imports from a layer to one before it. */
function findOrderViolations(all: readonly Import[]): string[] {
  return all
    .filter(({ from, to }) => !isExempt(from) && !isExempt(to))
    .filter(({ from, to }) =>
      ORDERS.some(
        (order) =>
          layerIndex(order, from) > -1 &&
          layerIndex(order, to) > -1 &&
          layerIndex(order, to) < layerIndex(order, from),
      ),
    )
    .map(({ from, to }) => `${from} imports ${to}: expected imports of later layers only`);
}

/** Finds imports between modules that must not import one another. */
function findImportsBetweenModules(all: readonly Import[]): string[] {
  return all
    .filter(({ from, to }) => !isExempt(from) && !isExempt(to))
    .filter(({ from, to }) =>
      SEPARATE_MODULES.some((folders) => {
        const [source, target] = [layerIndex(folders, from), layerIndex(folders, to)];
        return source > -1 && target > -1 && source !== target;
      }),
    )
    .map(({ from, to }) => `${from} imports ${to}: expected no import between these modules`);
}

/** Finds imports from folders that are packages of their own to other folders. */
function findImportsFromLeaves(all: readonly Import[]): string[] {
  return all
    .filter(({ from }) => !isExempt(from))
    .filter(({ from, to }) => layerIndex(LEAF_FOLDERS, from) !== layerIndex(LEAF_FOLDERS, to))
    .filter(({ from }) => layerIndex(LEAF_FOLDERS, from) > -1)
    .filter(({ from, to }) => {
      const parts = LEAF_PARTS[LEAF_FOLDERS[layerIndex(LEAF_FOLDERS, from)] as string] ?? [];
      return layerIndex(parts, to) === -1;
    })
    .map(({ from, to }) => `${from} imports ${to}: expected no import from outside of the package`);
}

/**
 * Finds folders that import one another, directly or through other folders.
 * @param folderOf returns the folder of a file; undefined for files that do not count
 */
function findCycles(
  all: readonly Import[],
  kind: string,
  folderOf: (file: string) => string | undefined,
): string[] {
  const folders = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [source, target] = [folderOf(from), folderOf(to)];
    if (isExempt(from) || isExempt(to)) continue;
    if (source === undefined || target === undefined || source === target) continue;
    folders.set(source, (folders.get(source) ?? new Set()).add(target));
  }
  const reachable = (start: string) => {
    const seen = new Set<string>();
    const pending = [...(folders.get(start) ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(folders.get(next) ?? []));
    }
    return seen;
  };
  return [...folders.keys()]
    .filter((folder) => reachable(folder).has(folder))
    .map((folder) => `${folder}: expected no cycle of imports between ${kind}`);
}

/** Returns a Mermaid diagram of the gateway's layers with the number of imports on each arrow. */
function drawDiagram(all: readonly Import[]): string {
  const order = ORDERS[0] as readonly string[];
  const counts = new Map<string, number>();
  for (const { from, to } of all) {
    if (isExempt(from) || isExempt(to)) continue;
    const [source, target] = [order[layerIndex(order, from)], order[layerIndex(order, to)]];
    if (source === undefined || target === undefined || source === target) continue;
    counts.set(`${source} ${target}`, (counts.get(`${source} ${target}`) ?? 0) + 1);
  }
  const name = (layer: string) => layer.replace('gateway/', '').replace('.ts', '');
  const arrows = order.flatMap((source) =>
    order
      .filter((target) => counts.has(`${source} ${target}`))
      .map((target) => `  ${name(source)} -->|${counts.get(`${source} ${target}`)}| ${name(target)}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n');
}
