import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { ApiKeyInfo } from '../../core/apiKeyInfo.ts';
import type { Context } from '../../core/context.ts';
import { isScope, SCOPES, type Scope } from '../../core/scopes.ts';
import type { ApiKeyCreator, Resolvers } from '../../generated/graph.ts';
import type { ApiKeys } from '../../services/auth/apiKeys.ts';
import { InvalidKeyInput } from '../../services/auth/createKeyInput.ts';
import type { KeyAdmin } from '../../services/auth/keyAdmin.ts';
import { scalarFunctions } from '../schema/scalars.ts';
import { toUserError } from './userErrors.ts';

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
        return toPayload(CREATE_FIELDS, 'scopes', () =>
          apiKeys.create({ name, scopes, ...limits }, adminOf(context)),
        );
      },
      rotateApiKey: (_root, { input: { keyId, overlapHours } }, context) => {
        const overlapMs = overlapHours == null ? undefined : overlapHours * HOUR_MS;
        return toPayload(['keyId', 'overlapHours'], 'keyId', () =>
          apiKeys.rotate(keyId, overlapMs, adminOf(context)),
        );
      },
      revokeApiKey: (_root, { input: { keyId } }, context) =>
        toPayload(['keyId'], 'keyId', async () => ({ key: await apiKeys.revoke(keyId, adminOf(context)) })),
    },
    ApiKey: {
      keyId: ({ id }) => id,
      createdAt: ({ createdAt }) => toDateTime(createdAt) as string,
      createdBy: ({ createdBy }) => creatorOf(createdBy),
      expiresAt: ({ expiresAt }) => toDateTime(expiresAt),
      revokedAt: ({ revokedAt }) => toDateTime(revokedAt),
      lastUsedAt: ({ lastUsedAt }) => toDateTime(lastUsedAt),
      previousSecretExpiresAt: ({ previousSecretExpiresAt }) => toDateTime(previousSecretExpiresAt),
    },
  };
}

const CREATE_FIELDS = ['name', 'scopes', 'origins', 'expiresAt'];

/**
 * Runs a mutation. Returns its payload: what it changed, or the errors of its input.
 * @param fields of the input
 * @param scopesField the field of the input that causes an error about the rights of the administrator
 */
async function toPayload<Changed extends { readonly key: ApiKeyInfo }>(
  fields: readonly string[],
  scopesField: string,
  change: () => Promise<Changed>,
) {
  try {
    const { key, ...changed } = await change();
    return { apiKey: key, ...changed, userErrors: [] };
  } catch (error) {
    const errors = error instanceof InvalidKeyInput ? error.errors : [error];
    return { userErrors: errors.map((each) => toUserError(each, fields, scopesField)) };
  }
}

/** Reads the name of a caller, as the audit log has it. */
function creatorOf(name: string): ApiKeyCreator {
  const [, kind, id = null] = /^(key|editor):([\s\S]*)$/.exec(name) ?? [];
  if (kind === 'key') return { kind: 'API_KEY', keyId: id, subject: null };
  if (kind === 'editor') return { kind: 'EDITOR', keyId: null, subject: id };
  return { kind: 'OPERATOR', keyId: null, subject: null };
}

/** Returns the caller of an operation as the creator of keys and links. */
export const adminOf = ({ caller, audience }: Context): KeyAdmin => ({ caller, scopes: audience.scopes });

const toDateTime = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString();
