/**
 * `npm run keys` manages API keys in the store of the gateway's configuration.
 *   create --name "Reading app" --scopes read:published,read:drafts [--expires 90d] [--origin https://example.org]
 *   list
 *   rotate <id> [--overlap 24h]   adds a secret; the previous one stays valid for the overlap
 *   revoke <id>                   ends the key on every gateway within a second
 *   audit [--last 50]             prints changes of keys and sign-ins of editors
 *   --json                        prints one JSON value instead of text
 */
import { parseArgs } from 'node:util';
import { openStorage } from '../app/storage.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { ConfigError } from '../config/reader.ts';
import { SCOPES } from '../core/scopes.ts';
import { type ApiKeyInfo, createApiKeys, type NewKey } from '../services/auth/apiKeys.ts';
import type { AuditEntry } from '../services/auth/auditLog.ts';

const USAGE = `expected one of
  npm run keys -- create --name <who> --scopes <${SCOPES.join('|')},…> [--expires 90d] [--origin https://…]
  npm run keys -- list
  npm run keys -- rotate <id> [--overlap 24h]
  npm run keys -- revoke <id>
  npm run keys -- audit [--last 50]
each with --json for programs`;

/** The command line is invalid. */
class UsageError extends Error {}

/** The result of a command, as JSON and as text. */
interface CommandOutput {
  readonly json: unknown;
  readonly lines: readonly string[];
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const MAX_ENTRIES = 10_000;

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
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Runs a command. */
async function run({ values, positionals }: ReturnType<typeof readArguments>): Promise<CommandOutput> {
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
  const durable = openStorage(readConfig(loadEnvironment().env), () => undefined);
  try {
    const ring = createApiKeys(durable.keys);
    if (command === 'list') return listOutput(await ring.list());
    if (command === 'audit') return auditOutput(await durable.audit.read(readCount(values.last)));
    if (command === 'rotate') return newKeyOutput(await ring.rotate(id as string, overlap));
    if (command === 'revoke') return revokedOutput(await ring.revoke(id as string));
    const scopes = (values.scopes ?? []).flatMap((scope) => scope.split(/[,\s]+/).filter(Boolean));
    const wishes = { name: values.name ?? '', scopes, origins: values.origin ?? [] };
    const expiresAt = lifetime === undefined ? undefined : Date.now() + lifetime;
    return newKeyOutput(await ring.create({ ...wishes, ...(expiresAt !== undefined && { expiresAt }) }));
  } finally {
    await durable.close();
  }
}

function readCount(value = '50'): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= MAX_ENTRIES) return count;
  throw new UsageError(`--last: expected a number from 1 to ${MAX_ENTRIES}, got ${JSON.stringify(value)}`);
}

const moment = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString();

function jsonOf({ createdAt, expiresAt, revokedAt, usedAt, overlapsUntil, ...key }: ApiKeyInfo) {
  return {
    ...key,
    createdAt: moment(createdAt),
    expiresAt: moment(expiresAt),
    revokedAt: moment(revokedAt),
    usedAt: moment(usedAt),
    overlapsUntil: moment(overlapsUntil),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKeyInfo): string {
  if (revokedAt !== undefined) return `revoked ${moment(revokedAt)}`;
  if (expiresAt === undefined) return 'live';
  return `${expiresAt <= Date.now() ? 'expired' : 'live until'} ${moment(expiresAt)}`;
}

function newKeyOutput({ key, secret }: NewKey): CommandOutput {
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

function listOutput(keys: readonly ApiKeyInfo[]): CommandOutput {
  return {
    json: keys.map(jsonOf),
    lines: keys.length === 0 ? ['no keys'] : keys.flatMap(linesOf),
  };
}

const linesOf = (key: ApiKeyInfo): string[] => [
  `${key.id}  ${key.name}`,
  `  ${stateOf(key)}; used ${moment(key.usedAt) ?? 'never'}; created ${moment(key.createdAt)} by ${key.createdBy}`,
  `  ${key.scopes.join(', ')}${key.origins.length > 0 ? `; for pages of ${key.origins.join(', ')} alone` : ''}`,
];

const revokedOutput = (key: ApiKeyInfo): CommandOutput => ({
  json: jsonOf(key),
  lines: [`${key.id}  ${key.name}: ${stateOf(key)}`],
});

function auditOutput(entries: readonly AuditEntry[]): CommandOutput {
  return {
    json: entries.map((entry) => ({ ...entry, at: moment(entry.at) })),
    lines: entries.map(({ at, by, from, action, subject, detail }) =>
      [moment(at), action, subject, `by ${by}`, from && `from ${from}`, detail && JSON.stringify(detail)]
        .filter(Boolean)
        .join('  '),
    ),
  };
}

if (import.meta.main) {
  try {
    const read = readArguments(process.argv.slice(2));
    const { json, lines } = await run(read);
    process.stdout.write(read.values.json ? `${JSON.stringify(json, null, 2)}\n` : `${lines.join('\n')}\n`);
  } catch (error) {
    const isUsageError = error instanceof UsageError || error instanceof ConfigError;
    process.stderr.write(`${isUsageError ? '' : 'keys: '}${(error as Error).message}\n`);
    process.exitCode = isUsageError ? 2 : 1;
  }
}
