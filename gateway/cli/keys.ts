import type { ApiKeyInfo } from '../core/apiKeyInfo.ts';
import { isoTime } from '../core/model/dateTime.ts';
import { type ApiKeys, createApiKeys, type NewKey } from '../services/auth/apiKeys.ts';
import type { AuditEntry } from '../services/auth/auditLog.ts';
import { type CommandOutput, type OutputOptions, parseDuration, runWithState } from './stateCommand.ts';
import { UsageError } from './usageError.ts';

const MAX_AUDIT_ENTRIES = 10_000;

/** Runs an action over the stored keys and prints its output. */
const run = (options: OutputOptions, action: (apiKeys: ApiKeys) => Promise<CommandOutput>): Promise<void> =>
  runWithState(options, ({ keys }) => action(createApiKeys(keys)));

interface NewKeyOptions extends OutputOptions {
  readonly name: string;
  /** Each can contain several, separated by commas. */
  readonly scopes: readonly string[];
  /** A duration. */
  readonly expires?: string | undefined;
  readonly origin?: readonly string[] | undefined;
}

/** Creates a key and prints its secret. @throws UsageError if an option is invalid */
export async function createKey({ name, scopes, expires, origin = [], json }: NewKeyOptions): Promise<void> {
  const lifetimeMs = parseDuration('expires', expires);
  const newKey = {
    name,
    scopes: scopes.flatMap((scope) => scope.split(/[,\s]+/).filter(Boolean)),
    origins: [...origin],
    ...(lifetimeMs !== undefined && { expiresAt: Date.now() + lifetimeMs }),
  };
  await run({ json }, async (apiKeys) => newKeyOutput(await apiKeys.create(newKey)));
}

/** Lists all keys. */
export const listKeys = (options: OutputOptions): Promise<void> =>
  run(options, async (apiKeys) => listOutput(await apiKeys.list()));

/** Adds a secret to a key and prints it. @throws UsageError if an option is invalid */
export async function rotateKey({
  id,
  overlap,
  json,
}: OutputOptions & { readonly id: string; readonly overlap?: string | undefined }): Promise<void> {
  const overlapMs = parseDuration('overlap', overlap);
  await run({ json }, async (apiKeys) => newKeyOutput(await apiKeys.rotate(id, overlapMs)));
}

/** Revokes a key. */
export const revokeKey = ({ id, json }: OutputOptions & { readonly id: string }): Promise<void> =>
  run({ json }, async (apiKeys) => revokedOutput(await apiKeys.revoke(id)));

/** Prints the newest entries of the audit log. @throws UsageError if their number is invalid */
export async function printAudit({ last, json }: OutputOptions & { readonly last: string }): Promise<void> {
  const count = parseCount(last);
  await runWithState({ json }, async ({ audit }) => auditOutput(await audit.read(count)));
}

function parseCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= MAX_AUDIT_ENTRIES) return count;
  throw new UsageError(
    `--last: expected a number from 1 to ${MAX_AUDIT_ENTRIES}, got ${JSON.stringify(value)}`,
  );
}

function toJson({
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
  previousSecretExpiresAt,
  ...key
}: ApiKeyInfo) {
  return {
    ...key,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
    lastUsedAt: isoTime(lastUsedAt),
    previousSecretExpiresAt: isoTime(previousSecretExpiresAt),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKeyInfo): string {
  if (revokedAt !== undefined) return `revoked ${isoTime(revokedAt)}`;
  if (expiresAt === undefined) return 'valid';
  return `${expiresAt <= Date.now() ? 'expired' : 'valid until'} ${isoTime(expiresAt)}`;
}

function newKeyOutput({ key, secret }: NewKey): CommandOutput {
  const overlap = isoTime(key.previousSecretExpiresAt);
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
    lines: keys.length === 0 ? ['no API keys; trivium keys create makes one'] : keys.flatMap(keyLines),
  };
}

const keyLines = (key: ApiKeyInfo): string[] => [
  `${key.id}  ${key.name}`,
  `  ${stateOf(key)}; used ${isoTime(key.lastUsedAt) ?? 'never'}; created ${isoTime(key.createdAt)} by ${key.createdBy}`,
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
