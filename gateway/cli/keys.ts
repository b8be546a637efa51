/**
 * `npm run keys` manages the API keys of the gateway.
 *   create --name "Reading app" --scopes read:published,read:drafts [--expires 90d] [--origin https://example.org]
 *   list
 *   rotate <id> [--overlap 24h]   adds a secret; the previous one stays valid for the overlap
 *   revoke <id>                   invalidates the key on every gateway within a second
 *   audit [--last 50]             prints the audit log: changes of keys and sign-ins of editors
 *   --json                        prints JSON instead of text
 * Exit codes: 0 for success, 1 for a fault such as an unknown id, 2 for an invalid command line.
 */
import { parseArgs } from 'node:util';
import { GraphQLError } from 'graphql';
import { openStorage } from '../app/storage.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { SCOPES } from '../core/scopes.ts';
import { type ApiKeyInfo, createApiKeys, type NewKey } from '../services/auth/apiKeys.ts';
import type { AuditEntry } from '../services/auth/auditLog.ts';

const USAGE = `expected one of
  npm run keys -- create --name <name> --scopes <${SCOPES.join('|')},…> [--expires 90d] [--origin https://…]
  npm run keys -- list
  npm run keys -- rotate <id> [--overlap 24h]
  npm run keys -- revoke <id>
  npm run keys -- audit [--last 50]
--json prints JSON instead of text`;

/** Thrown for an invalid command line. */
class UsageError extends Error {}

/** The result of a command as JSON and as text. */
interface CommandOutput {
  readonly json: unknown;
  readonly lines: readonly string[];
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const MAX_AUDIT_ENTRIES = 10_000;

/** Parses a duration such as `90d`, `24h` or `0` to milliseconds. */
function parseDuration(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(value) ?? [];
  if (value === '0') return 0;
  if (count === undefined || unit === undefined)
    throw new UsageError(
      `--${name}: expected a duration such as 90d, 24h, 30m or 2w, got ${JSON.stringify(value)}`,
    );
  return Number(count) * (UNIT_MS[unit] as number);
}

function parseArguments(args: readonly string[]) {
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

type ParsedArguments = ReturnType<typeof parseArguments>;

/** Runs a command. @throws UsageError for an invalid command line */
async function runCommand({ values, positionals }: ParsedArguments): Promise<CommandOutput> {
  const [command = '', id, ...rest] = positionals;
  const needsId = command === 'rotate' || command === 'revoke';
  if (
    !/^(create|list|rotate|revoke|audit)$/.test(command) ||
    rest.length > 0 ||
    (id !== undefined) !== needsId
  )
    throw new UsageError(USAGE);
  const lifetimeMs = parseDuration('expires', values.expires);
  const overlapMs = parseDuration('overlap', values.overlap);
  const storage = openStorage(readConfig(loadEnvironment().env), () => undefined);
  try {
    const apiKeys = createApiKeys(storage.keys);
    if (command === 'list') return listOutput(await apiKeys.list());
    if (command === 'audit') return auditOutput(await storage.audit.read(parseCount(values.last)));
    if (command === 'rotate') return newKeyOutput(await apiKeys.rotate(id as string, overlapMs));
    if (command === 'revoke') return revokedOutput(await apiKeys.revoke(id as string));
    const scopes = (values.scopes ?? []).flatMap((scope) => scope.split(/[,\s]+/).filter(Boolean));
    const newKey = { name: values.name ?? '', scopes, origins: values.origin ?? [] };
    const expiresAt = lifetimeMs === undefined ? undefined : Date.now() + lifetimeMs;
    return newKeyOutput(await apiKeys.create({ ...newKey, ...(expiresAt !== undefined && { expiresAt }) }));
  } finally {
    await storage.close();
  }
}

function parseCount(value = '50'): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= MAX_AUDIT_ENTRIES) return count;
  throw new UsageError(
    `--last: expected a number from 1 to ${MAX_AUDIT_ENTRIES}, got ${JSON.stringify(value)}`,
  );
}

const isoTime = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString();

function toJson({ createdAt, expiresAt, revokedAt, usedAt, overlapsUntil, ...key }: ApiKeyInfo) {
  return {
    ...key,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
    usedAt: isoTime(usedAt),
    overlapsUntil: isoTime(overlapsUntil),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKeyInfo): string {
  if (revokedAt !== undefined) return `revoked ${isoTime(revokedAt)}`;
  if (expiresAt === undefined) return 'valid';
  return `${expiresAt <= Date.now() ? 'expired' : 'valid until'} ${isoTime(expiresAt)}`;
}

function newKeyOutput({ key, secret }: NewKey): CommandOutput {
  const overlap = isoTime(key.overlapsUntil);
  return {
    json: { ...toJson(key), secret },
    lines: [
      secret,
      '',
      `  ${key.name}: ${key.scopes.join(', ')}; ${stateOf(key)}`,
      ...(key.origins.length > 0 ? [`  origins: ${key.origins.join(', ')}`] : []),
      ...(overlap ? [`  the previous secret stays valid until ${overlap}`] : []),
      '  The secret is shown only once. Send it as `Authorization: Bearer <key>`.',
    ],
  };
}

function listOutput(keys: readonly ApiKeyInfo[]): CommandOutput {
  return {
    json: keys.map(toJson),
    lines: keys.length === 0 ? ['no API keys; npm run keys -- create makes one'] : keys.flatMap(keyLines),
  };
}

const keyLines = (key: ApiKeyInfo): string[] => [
  `${key.id}  ${key.name}`,
  `  ${stateOf(key)}; used ${isoTime(key.usedAt) ?? 'never'}; created ${isoTime(key.createdAt)} by ${key.createdBy}`,
  `  ${key.scopes.join(', ')}${key.origins.length > 0 ? `; origins: ${key.origins.join(', ')}` : ''}`,
];

const revokedOutput = (key: ApiKeyInfo): CommandOutput => ({
  json: toJson(key),
  lines: [`${key.id}  ${key.name}: ${stateOf(key)}`],
});

function auditOutput(entries: readonly AuditEntry[]): CommandOutput {
  return {
    json: entries.map((entry) => ({ ...entry, at: isoTime(entry.at) })),
    lines: entries.map(({ at, by, from, action, subject, detail }) =>
      [isoTime(at), action, subject, `by ${by}`, from && `from ${from}`, detail && JSON.stringify(detail)]
        .filter(Boolean)
        .join('  '),
    ),
  };
}

/** Returns whether an option has an invalid value. */
const isInputError = (error: unknown): boolean =>
  error instanceof GraphQLError && error.extensions.code === 'BAD_USER_INPUT';

async function main(): Promise<void> {
  try {
    const args = parseArguments(process.argv.slice(2));
    const { json, lines } = await runCommand(args);
    process.stdout.write(args.values.json ? `${JSON.stringify(json, null, 2)}\n` : `${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof UsageError || isInputError(error) ? 2 : 1;
  }
}

if (import.meta.main) void main();
