import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { ApiKeyInfo } from '../../core/apiKeyInfo.ts';
import type { Context } from '../../core/context.ts';
import { isoTime } from '../../core/model/dateTime.ts';
import { isScope, SCOPES, type Scope } from '../../core/scopes.ts';
import type { ApiKeyCreator, Resolvers } from '../../generated/graph.ts';
import type { ApiKeys } from '../../services/auth/apiKeys.ts';
import type { KeyAdmin } from '../../services/auth/keyAdmin.ts';
import { scalarFunctions } from '../schema/scalars.ts';
import { toPayload } from './userErrors.ts';

const HOUR_MS = 3_600_000;

const readScope = (value: unknown): Scope => {
  if (isScope(value)) return value;
  throw new GraphQLError(
    `expected a scope of ${SCOPES.join(', ')}, got ${JSON.stringify(String(value).slice(0, 40))}`,
  );
};
const ScopeScalar = new GraphQLScalarType<Scope>({
  name: 'Scope',
  parseValue: readScope,
  serialize: readScope,
});

/** Creates the resolvers of API keys. */
export function createApiKeyResolvers(
  apiKeys: ApiKeys,
): Pick<Resolvers, 'Query' | 'Mutation' | 'ApiKey' | 'Scope'> {
  return {
    Scope: scalarFunctions(ScopeScalar) as GraphQLScalarType,
    Query: { apiKeys: async () => await apiKeys.list() },
    Mutation: {
      createApiKey: (_root, { input: { name, scopes, origins, expiresAt } }, context) => {
        const limits = { origins: origins ?? [], ...(expiresAt && { expiresAt: Date.parse(expiresAt) }) };
        return toKeyPayload(CREATE_FIELDS, 'scopes', () =>
          apiKeys.create({ name, scopes, ...limits }, adminOf(context)),
        );
      },
      rotateApiKey: (_root, { input: { keyId, overlapHours } }, context) => {
        const overlapMs = overlapHours == null ? undefined : overlapHours * HOUR_MS;
        return toKeyPayload(['keyId', 'overlapHours'], 'keyId', () =>
          apiKeys.rotate(keyId, overlapMs, adminOf(context)),
        );
      },
      revokeApiKey: (_root, { input: { keyId } }, context) =>
        toKeyPayload(['keyId'], 'keyId', async () => ({
          key: await apiKeys.revoke(keyId, adminOf(context)),
        })),
    },
    ApiKey: {
      keyId: ({ id }) => id,
      createdAt: ({ createdAt }) => isoTime(createdAt) as string,
      createdBy: ({ createdBy }) => creatorOf(createdBy),
      expiresAt: ({ expiresAt }) => isoTime(expiresAt),
      revokedAt: ({ revokedAt }) => isoTime(revokedAt),
      lastUsedAt: ({ lastUsedAt }) => isoTime(lastUsedAt),
      previousSecretExpiresAt: ({ previousSecretExpiresAt }) => isoTime(previousSecretExpiresAt),
    },
  };
}

const CREATE_FIELDS = ['name', 'scopes', 'origins', 'expiresAt'];

/** Runs a mutation of a key: see `toPayload`. */
const toKeyPayload = <Changed extends { readonly key: ApiKeyInfo }>(
  fields: readonly string[],
  scopesField: string,
  change: () => Promise<Changed>,
) =>
  toPayload(fields, scopesField, async () => {
    const { key, ...changed } = await change();
    return { apiKey: key, ...changed };
  });

/** Reads the name of a caller, as the audit log has it. */
function creatorOf(name: string): ApiKeyCreator {
  const [, kind, id = null] = /^(key|editor):([\s\S]*)$/.exec(name) ?? [];
  if (kind === 'key') return { kind: 'API_KEY', keyId: id, subject: null };
  if (kind === 'editor') return { kind: 'EDITOR', keyId: null, subject: id };
  return { kind: 'OPERATOR', keyId: null, subject: null };
}

/** Returns the caller of an operation as the creator of keys and links. */
export const adminOf = ({ caller, audience }: Context): KeyAdmin => ({ caller, scopes: audience.scopes });
