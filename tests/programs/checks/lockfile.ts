/**
 * Checks that `package-lock.json` contains the optional binaries of all platforms; without them `npm ci` fails on other
 * platforms. npm omits binaries that its registry does not have. `npm run lockfile` adds them, with the platform in their
 * names.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { report } from './report.ts';

/** An entry of `packages` in the lockfile. */
interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const FILE = 'package-lock.json';
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockEntry> };
const missing = Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(folder, name))
    .map(([name, version]) => ({ name, entry: createEntry(name, version, dev) })),
);

if (process.argv.includes('--write')) {
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`${FILE}: ${missing.length} added`);
} else {
  report(
    missing.map(({ name }) => `${FILE}: ${name} is missing`),
    'Run npm run lockfile.',
  );
}

/** Returns whether Node resolves a package from a folder, in its own `node_modules` or in one above. */
function isLocked(folder: string, name: string): boolean {
  const parts = folder === '' ? [] : folder.split(/(?:^|\/)node_modules\//).slice(1);
  return [...parts, ''].some((_, i) => {
    const parent = parts
      .slice(0, parts.length - i)
      .map((part) => `node_modules/${part}/`)
      .join('');
    return lock.packages[`${parent}node_modules/${name}`] !== undefined;
  });
}

/** Creates the entry of a binary. @throws Error for a version range, or a name without a platform */
function createEntry(name: string, version: string, dev: boolean | undefined): LockEntry {
  const words = (name.split('/').at(-1) as string).split('-');
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!/^\d/.test(version) || !os || !cpu)
    throw new Error(`expected an exact version and a platform in the name, got ${name}@${version}`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : undefined;
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    os: [os],
  };
}
