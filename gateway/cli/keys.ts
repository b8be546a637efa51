/**
 * `npm run keys` gives out keys to the graph, where the gateway's configuration keeps them.
 *   create --name "Reading app" --scopes read:published,read:drafts [--expires 90d] [--origin https://example.org]
 *   list
 *   rotate <id> [--overlap 24h]   another secret; the one before it goes on for a while
 *   revoke <id>                   ends it on every gateway within a second
 *   audit [--last 50]             who has done what to keys, and which editors have come
 *   audit --verify                whether each line follows the one it was written after; ends with 1 where one does not
 *   --json                        one JSON value instead of words
 */
import { parseArgs } from 'node:util';
import { ConfigError } from '../configuration/configReader.ts';
import { loadEnvironment } from '../configuration/environment.ts';
import { readConfig } from '../configuration/readConfig.ts';
import { openDurable } from '../durable.ts';
import type { AuditEntry } from '../keys/audit.ts';
import type { ChainState } from '../keys/auditChain.ts';
import { createKeyRing, type KeyFacts, type NewKey } from '../keys/keyRing.ts';
import { SCOPES } from '../scopes/scopes.ts';

const USAGE = `expected one of
  npm run keys -- create --name <who> --scopes <${SCOPES.join('|')},…> [--expires 90d] [--origin https://…]
  npm run keys -- list
  npm run keys -- rotate <id> [--overlap 24h]
  npm run keys -- revoke <id>
  npm run keys -- audit [--last 50] | --verify
each with --json for programs`;

/** What is asked for cannot be read. */
class UsageError extends Error {}

/** What was done, for programs and in words. */
interface Told {
  readonly json: unknown;
  readonly lines: readonly string[];
  /** Whether what was asked for is not as it should be. */
  readonly isFault?: boolean;
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const MOST_ENTRIES = 10_000;

/** Milliseconds of a time such as `90d`, `24h` or `0`. */
function readTime(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(value) ?? [];
  if (value === '0') return 0;
  if (count === undefined || unit === undefined)
    throw new UsageError(
      `--${name}: expected a time such as 90d, 24h, 30m or 2w, got ${JSON.stringify(value)}`,
    );
  return Number(count) * (UNITS[unit] as number);
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        scopes: { type: 'string', multiple: true },
        expires: { type: 'string' },
        origin: { type: 'string', multiple: true },
        overlap: { type: 'string' },
        last: { type: 'string' },
        verify: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Does what is asked for. */
async function run({ values, positionals }: ReturnType<typeof readArguments>): Promise<Told> {
  const [command = '', id, ...rest] = positionals;
  const namesKey = command === 'rotate' || command === 'revoke';
  if (
    !/^(create|list|rotate|revoke|audit)$/.test(command) ||
    rest.length > 0 ||
    (id !== undefined) !== namesKey
  )
    throw new UsageError(USAGE);
  const lifetime = readTime('expires', values.expires);
  const overlap = readTime('overlap', values.overlap);
  const durable = openDurable(readConfig(loadEnvironment().env), () => undefined);
  try {
    const ring = createKeyRing(durable.keys);
    if (command === 'list') return tellList(await ring.list());
    if (command === 'audit' && values.verify) return tellChain(await durable.audit.verify());
    if (command === 'audit') return tellAudit(await durable.audit.read(readCount(values.last)));
    if (command === 'rotate') return tellNew(await ring.rotate(id as string, overlap));
    if (command === 'revoke') return tellEnd(await ring.revoke(id as string), await ring.list());
    const scopes = (values.scopes ?? []).flatMap((scope) => scope.split(/[,\s]+/).filter(Boolean));
    const wishes = { name: values.name ?? '', scopes, origins: values.origin ?? [] };
    const expiresAt = lifetime === undefined ? undefined : Date.now() + lifetime;
    return tellNew(await ring.create({ ...wishes, ...(expiresAt !== undefined && { expiresAt }) }));
  } finally {
    await durable.close();
  }
}

function readCount(value = '50'): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= MOST_ENTRIES) return count;
  throw new UsageError(`--last: expected a number from 1 to ${MOST_ENTRIES}, got ${JSON.stringify(value)}`);
}

const moment = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString();

function jsonOf({ createdAt, expiresAt, revokedAt, usedAt, overlapsUntil, ...key }: KeyFacts) {
  return {
    ...key,
    createdAt: moment(createdAt),
    expiresAt: moment(expiresAt),
    revokedAt: moment(revokedAt),
    usedAt: moment(usedAt),
    overlapsUntil: moment(overlapsUntil),
  };
}

function stateOf({ revokedAt, expiresAt }: KeyFacts): string {
  if (revokedAt !== undefined) return `revoked ${moment(revokedAt)}`;
  if (expiresAt === undefined) return 'live';
  return `${expiresAt <= Date.now() ? 'expired' : 'live until'} ${moment(expiresAt)}`;
}

function tellNew({ key, secret }: NewKey): Told {
  const overlap = moment(key.overlapsUntil);
  return {
    json: { ...jsonOf(key), secret },
    lines: [
      secret,
      '',
      `  ${key.name}: ${key.scopes.join(', ')}; ${stateOf(key)}`,
      ...(key.origins.length > 0 ? [`  for pages of ${key.origins.join(', ')} alone`] : []),
      ...(overlap ? [`  the secret before it goes on until ${overlap}`] : []),
      '  It is shown this once. Send it as `Authorization: Bearer <key>`.',
    ],
  };
}

function tellList(keys: readonly KeyFacts[]): Told {
  return {
    json: keys.map(jsonOf),
    lines: keys.length === 0 ? ['no keys'] : keys.flatMap(linesOf),
  };
}

const linesOf = (key: KeyFacts): string[] => [
  `${key.id}  ${key.name}`,
  `  ${stateOf(key)}; used ${moment(key.usedAt) ?? 'never'}; made ${moment(key.createdAt)}${key.createdBy === undefined ? '' : ` by ${key.createdBy}`}`,
  `  ${key.scopes.join(', ')}${key.origins.length > 0 ? `; for pages of ${key.origins.join(', ')} alone` : ''}`,
];

/** @param keys all there are, of which those that it has made ended with it */
function tellEnd(key: KeyFacts, keys: readonly KeyFacts[]): Told {
  const ended = [key, ...keys.filter(({ makers }) => makers?.includes(key.id))];
  return { json: jsonOf(key), lines: ended.map((each) => `${each.id}  ${each.name}: ${stateOf(each)}`) };
}

function tellAudit(entries: readonly AuditEntry[]): Told {
  return {
    json: entries.map((entry) => ({ ...entry, at: moment(entry.at) })),
    lines: entries.map(({ at, by, from, action, subject, detail }) =>
      [moment(at), action, subject, `by ${by}`, from && `from ${from}`, detail && JSON.stringify(detail)]
        .filter(Boolean)
        .join('  '),
    ),
  };
}

function tellChain(state: ChainState): Told {
  const { lines, chained, head, brokenAt } = state;
  const whole = `${lines} lines, the last ${chained} of which follow one another; keep this and compare: ${lines} ${head}`;
  const broken = `line ${brokenAt} of ${lines} does not follow the one before it: a line was changed, added or taken out`;
  return {
    json: state,
    lines: [brokenAt === undefined ? whole : broken],
    isFault: brokenAt !== undefined,
  };
}

if (import.meta.main) {
  try {
    const read = readArguments(process.argv.slice(2));
    const { json, lines, isFault } = await run(read);
    process.stdout.write(read.values.json ? `${JSON.stringify(json, null, 2)}\n` : `${lines.join('\n')}\n`);
    if (isFault) process.exitCode = 1;
  } catch (error) {
    const isTold = error instanceof UsageError || error instanceof ConfigError;
    process.stderr.write(`${isTold ? '' : 'keys: '}${(error as Error).message}\n`);
    process.exitCode = isTold ? 2 : 1;
  }
}
