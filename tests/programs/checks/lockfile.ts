/**
 * Checks that `package-lock.json` contains the optional binaries of all platforms, without which `npm ci` fails on other
 * platforms, and the integrity of every package, without which npm installs whatever the registry sends. `npm run lockfile`
 * adds both: the platform from the names of the binaries, the integrity from the registry. It removes the `engines` of packages:
 * npm would compare them with the Node that it runs on, and the packages run on that of the lock file. Only Node itself has
 * `engines`, so that npm installs it where the machine has an older one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { report } from './report.ts';

/** An entry of `packages` in the lockfile. */
interface LockEntry {
  readonly version?: string;
  /** The hash of the package; absent for this repository's own entry. */
  integrity?: string;
  engines?: { readonly node?: string };
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
/** The folders of Node's binaries. */
const NODE = /^node_modules\/node-(bin-)?(darwin|linux|win)-/;
/** The versions of Node that the project does not run on, as in `gateway/cli/trivium.ts`. npm skips optional packages whose `engines` do not match. */
const OLD_NODE = '<24';
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockEntry> };
const missing = Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(folder, name))
    .map(([name, version]) => ({ name, entry: createEntry(name, version, dev) })),
);

if (process.argv.includes('--write')) {
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry;
  const unverified = findUnverified();
  for (const [folder, entry] of unverified) entry.integrity = readIntegrity(nameOf(folder), entry.version);
  const withEngines = findWithWrongEngines();
  for (const [folder, entry] of withEngines) {
    if (NODE.test(folder)) entry.engines = { node: OLD_NODE };
    else delete entry.engines;
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(
    `${FILE}: ${missing.length} packages and ${unverified.length} integrity values added, ${withEngines.length} engines corrected`,
  );
} else {
  report(
    [
      ...missing.map(({ name }) => `${FILE}: ${name} is missing`),
      ...findUnverified().map(([folder]) => `${FILE}: ${folder} has no integrity`),
      ...findWithWrongEngines().map(
        ([folder]) =>
          `${FILE}: expected ${NODE.test(folder) ? `engines ${OLD_NODE}` : 'no engines'} of ${folder}`,
      ),
    ],
    'Run npm run lockfile.',
  );
}

/** Returns the entries of packages without an integrity. */
function findUnverified(): [folder: string, entry: LockEntry][] {
  return Object.entries(lock.packages).filter(
    ([folder, { integrity }]) => folder !== '' && !INTEGRITY.test(integrity ?? ''),
  );
}

/** Returns the entries of packages with `engines` that they should not have. */
function findWithWrongEngines(): [folder: string, entry: LockEntry][] {
  return Object.entries(lock.packages).filter(
    ([folder, { engines }]) =>
      folder !== '' && (NODE.test(folder) ? engines?.node !== OLD_NODE : engines !== undefined),
  );
}

/** Returns the name of the package in a folder such as `node_modules/a/node_modules/@b/c`. */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Reads the integrity of a package from the registry. @throws Error if the registry does not have it */
function readIntegrity(name: string, version: string | undefined): string {
  const id = `${name}@${version}`;
  const integrity = execFileSync('npm', ['view', id, 'dist.integrity'], { encoding: 'utf8' }).trim();
  if (INTEGRITY.test(integrity)) return integrity;
  throw new Error(`expected the integrity of ${id} in the registry, got ${JSON.stringify(integrity)}`);
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
