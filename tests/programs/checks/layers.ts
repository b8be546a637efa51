/**
 * Checks the architecture: one import order, no cycles between folders, no crowded folder.
 * `node tests/programs/checks/layers.ts` fails on a violation or an outdated drawing;  `npm run layers` updates the drawing in
 * docs/architecture.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../../../gateway/cli/processes.ts';

/** A layer imports only itself and layers after it. Paths are prefixes; a file belongs to the longest that matches. */
const ORDERS: readonly (readonly string[])[] = [
  [
    'gateway/main.ts',
    'gateway/cli',
    'gateway/app',
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
    'web/seo',
    'web/apollo',
    'web/components',
  ],
];
/** Folders that never import one another. */
const SEPARATE: readonly (readonly string[])[] = [
  ['gateway/providers/content', 'gateway/providers/media', 'gateway/providers/search'],
  ['gateway/emulators/content', 'gateway/emulators/media', 'gateway/emulators/search'],
];
const MAX_ENTRIES = 30;
/** Folders that hold data or generated files and not code. */
const DATA =
  /^(docs|schema\/sample\/seed|schema\/sample\/render\/captions|tests\/support\/(fixtures|operations)|web\/public|web\/fonts)/;
const DRAWING = 'docs/architecture.md';
const BEGIN = '<!-- layers: written by `npm run layers` -->';
const END = '<!-- /layers -->';

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = listFiles();
const imports = files.filter((file) => /\.tsx?$/.test(file)).flatMap(readImports);
const problems = [
  ...againstOrder(imports),
  ...betweenSeparate(imports),
  ...cycles(imports),
  ...crowded(files),
];
const drawing = draw(imports);
const page = readFileSync(join(ROOT, DRAWING), 'utf8');
const updated = page.replace(
  new RegExp(`${escapeRegExp(BEGIN)}[^]*${escapeRegExp(END)}`),
  `${BEGIN}\n${drawing}\n${END}`,
);
if (process.argv.includes('--draw')) writeFileSync(join(ROOT, DRAWING), updated);
else if (updated !== page) problems.push(`${DRAWING} is outdated: run npm run layers`);

for (const problem of problems) console.error(problem);
console.log(`${imports.length} imports, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The repository's files, without those that Git ignores. */
function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return [...new Set(output.split('\n'))].filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

/** The repository's files that one file imports, types included. */
function readImports(from: string): Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'?]+)'/g)]
    .map(([, path]) => normalize(join(dirname(from), path as string)))
    .filter((to) => /\.tsx?$/.test(to))
    .map((to) => ({ from, to }));
}

/** Tests, support code and generated types may cross layers: nothing at run time imports through them. */
function isOutside(file: string): boolean {
  return /\.test\.tsx?$|\.generated\.ts$|^gateway\/generated\/|\/testing\/|^tests\//.test(file);
}

/** The position of a file in an order, -1 where it belongs to none of its layers. */
function rank(order: readonly string[], file: string): number {
  return order.findIndex((layer) => file === layer || file.startsWith(`${layer}/`));
}

function againstOrder(all: readonly Import[]): string[] {
  return all
    .filter(({ from, to }) => !isOutside(from) && !isOutside(to))
    .filter(({ from, to }) =>
      ORDERS.some(
        (order) => rank(order, from) > -1 && rank(order, to) > -1 && rank(order, to) < rank(order, from),
      ),
    )
    .map(({ from, to }) => `against the order: ${from} imports ${to}`);
}

function betweenSeparate(all: readonly Import[]): string[] {
  return all
    .filter(({ from, to }) => !isOutside(from) && !isOutside(to))
    .filter(({ from, to }) =>
      SEPARATE.some((folders) => {
        const [source, target] = [rank(folders, from), rank(folders, to)];
        return source > -1 && target > -1 && source !== target;
      }),
    )
    .map(({ from, to }) => `between separate modules: ${from} imports ${to}`);
}

/** Groups of folders that import one another, directly or through others. */
function cycles(all: readonly Import[]): string[] {
  const folders = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    if (isOutside(from) || isOutside(to) || dirname(from) === dirname(to)) continue;
    folders.set(dirname(from), (folders.get(dirname(from)) ?? new Set()).add(dirname(to)));
  }
  const reachable = (start: string) => {
    const seen = new Set<string>();
    const waiting = [...(folders.get(start) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...(folders.get(next) ?? []));
    }
    return seen;
  };
  return [...folders.keys()]
    .filter((folder) => reachable(folder).has(folder))
    .map((folder) => `folder cycle through ${folder}`);
}

/** Folders of code with too many entries, sub-folders included. */
function crowded(all: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const file of all) {
    if (DATA.test(file)) continue;
    for (let path = file; path.includes('/'); path = dirname(path)) {
      const folder = dirname(path);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(path));
    }
  }
  return [...entries]
    .filter(([, names]) => names.size > MAX_ENTRIES)
    .map(
      ([folder, names]) =>
        `crowded folder: ${folder} has ${names.size} entries, expected at most ${MAX_ENTRIES}`,
    );
}

/** A Mermaid graph of the gateway's layers; each arrow has its number of imports. */
function draw(all: readonly Import[]): string {
  const order = ORDERS[0] as readonly string[];
  const counts = new Map<string, number>();
  for (const { from, to } of all) {
    if (isOutside(from) || isOutside(to)) continue;
    const [source, target] = [order[rank(order, from)], order[rank(order, to)]];
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

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
