/**
 * Holds `package-lock.json` to every platform: a package that comes in a binary per platform must have all of them
 * there, or `npm ci` refuses the file. npm leaves out those that the registry of the machine does not have; `--write`
 * puts them in, with the platform that their names tell. Ends with 1 when one is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Locked {
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

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Locked> };
const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(place, name))
    .map(([name, version]) => ({ name, entry: entryOf(name, version, dev) })),
);

if (process.argv.includes('--write')) {
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`${FILE}: ${missing.length} put in`);
} else if (missing.length > 0) {
  console.error(
    `${FILE} lacks ${missing.map(({ name }) => name).join(', ')}; run node tests/programs/checks/lockfile.ts --write`,
  );
  process.exitCode = 1;
}

/** Whether a package finds another, in its own folder or in one further out. */
function isLocked(place: string, name: string): boolean {
  const parts = place === '' ? [] : place.split(/(?:^|\/)node_modules\//).slice(1);
  return [...parts, ''].some((_, i) => {
    const folder = parts
      .slice(0, parts.length - i)
      .map((part) => `node_modules/${part}/`)
      .join('');
    return lock.packages[`${folder}node_modules/${name}`] !== undefined;
  });
}

/** @throws Error for a version that is a range, or a name that does not end with its platform. */
function entryOf(name: string, version: string, dev: boolean | undefined): Locked {
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
