import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Provider } from '../../core/errors.ts';
import { hasSqlite, openSqlite } from '../../services/storage/sqlite/sqlite.ts';
import { type Check, type CheckOutcome, failure, ok } from './check.ts';
import { isLocalHostname } from './isLocalHostname.ts';
import { callProvider } from './providerCall.ts';

/** Signatures of webhooks are accepted from a minute ahead; `Date` headers have a resolution of a second. */
const MAX_CLOCK_SKEW_MS = 30_000;
const BYTES_PER_MB = 1024 * 1024;

interface MachineOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly minFreeMb: number;
  /** The providers whose time is compared. */
  readonly providers: readonly Provider[];
}

/** Checks this machine: clock, state folder and public address. */
export const machineChecks = (
  config: Config,
  { now, minFreeMb, providers }: MachineOptions,
): readonly Check[] => [
  { id: 'public-url', title: 'Public address', run: async () => checkPublicUrl(config) },
  { id: 'clock', title: 'Clock', run: (signal) => checkClock(config, { now, providers }, signal) },
  { id: 'state-folder', title: 'State folder', run: () => checkStateFolder(config, minFreeMb) },
];

function checkPublicUrl({ publicUrl, isProduction }: Config): CheckOutcome {
  const { protocol, hostname } = new URL(publicUrl);
  if (!isProduction || (protocol === 'https:' && !isLocalHostname(hostname))) return ok(publicUrl);
  return failure('PUBLIC_URL_LOCAL', {
    expected: 'the public https address of the gateway',
    actual: publicUrl,
    fix: 'set PUBLIC_URL, for example https://example.org: webhooks, feeds and links use it',
  });
}

/** Compares the clock with the `Date` headers of the providers. */
async function checkClock(
  config: Config,
  { now, providers }: Pick<MachineOptions, 'now' | 'providers'>,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  if (providers.length === 0) return ok('not checked: it is compared with the clock of the services');
  const addresses: readonly (readonly [Provider, string])[] = [
    ['content', config.content.apiHost ?? `https://${config.content.projectId}.api.sanity.io`],
    ['media', config.media.baseUrl ?? 'https://api.mux.com'],
    ['search', config.search.host ?? `https://${config.search.appId}-dsn.algolia.net`],
  ];
  const skews = await Promise.all(
    addresses
      .filter(([provider]) => providers.includes(provider))
      .map(async ([provider, url]) => {
        const sentAt = now();
        const response = await callProvider(provider, () =>
          fetch(url, { method: 'HEAD', redirect: 'manual', signal }),
        );
        const date = Date.parse(response.headers.get('date') ?? '');
        return Number.isNaN(date) ? 0 : (sentAt + now()) / 2 - date;
      }),
  );
  // A proxy can send a wrong date; a wrong clock differs from all services.
  const skewMs = skews.reduce((least, skew) => (Math.abs(skew) < Math.abs(least) ? skew : least));
  const seconds = Math.round(skewMs / 1000);
  return Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS
    ? ok(`within ${Math.abs(seconds)} s of the services`)
    : failure('CLOCK_SKEWED', {
        expected: `the time of the services, within ${MAX_CLOCK_SKEW_MS / 1000} s`,
        actual: `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`,
        fix: 'synchronize the clock of this machine by NTP: signatures of webhooks and signed URLs depend on it',
      });
}

async function checkStateFolder({ stateDir, redisUrl }: Config, minFreeMb: number): Promise<CheckOutcome> {
  if (redisUrl !== undefined) return ok('not used: the state is in Redis');
  const folder = resolve(stateDir);
  try {
    const existing = await nearestFolder(folder);
    await access(existing, constants.W_OK | constants.X_OK);
    // The file of another user, or a damaged one, prevents a start.
    if (hasSqlite(folder)) openSqlite(folder).close();
    const { bavail, bsize } = await statfs(existing);
    const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB);
    return freeMb >= minFreeMb
      ? ok(`${folder}: ${freeMb} MB free`)
      : failure('STATE_FOLDER_FULL', {
          expected: `${minFreeMb} MB free`,
          actual: `${freeMb} MB in ${folder}`,
          fix: 'free space, or set STATE_DIR to a folder on another disk',
        });
  } catch (error) {
    return failure('STATE_FOLDER_NOT_WRITABLE', {
      expected: 'a folder and a state file that this user can write',
      actual: `${folder} (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
      fix: 'set STATE_DIR to such a folder, or change the owner of both',
    });
  }
}

/** Returns the folder, or its nearest parent that exists: the gateway creates what is missing. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    await access(folder === dirname(folder) ? folder : `${folder}/.`, constants.F_OK);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return nearestFolder(dirname(folder));
  }
}
