import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { Context } from '../../core/context.ts';
import { isScope, SCOPES, type Scope } from '../../core/scopes.ts';
import type { Resolvers } from '../../generated/graph.ts';
import type { ApiKeys } from '../../services/auth/apiKeys.ts';
import type { KeyAdmin } from '../../services/auth/keyAdmin.ts';
import { scalarFunctions } from '../schema/scalars.ts';

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
    Query: { keys: async () => await apiKeys.list() },
    Mutation: {
      createKey: async (_root, { input: { name, scopes, origins, expiresAt } }, context) =>
        apiKeys.create(
          {
            name,
            scopes,
            origins: origins ?? [],
            ...(expiresAt && { expiresAt: Date.parse(expiresAt) }),
          },
          adminOf(context),
        ),
      rotateKey: async (_root, { id, overlapHours }, context) =>
        apiKeys.rotate(id, overlapHours == null ? undefined : overlapHours * HOUR_MS, adminOf(context)),
      revokeKey: async (_root, { id }, context) => apiKeys.revoke(id, adminOf(context)),
    },
    ApiKey: {
      createdAt: ({ createdAt }) => toDateTime(createdAt) as string,
      expiresAt: ({ expiresAt }) => toDateTime(expiresAt),
      revokedAt: ({ revokedAt }) => toDateTime(revokedAt),
      usedAt: ({ usedAt }) => toDateTime(usedAt),
      overlapsUntil: ({ overlapsUntil }) => toDateTime(overlapsUntil),
    },
  };
}

const adminOf = ({ caller, audience }: Context): KeyAdmin => ({ caller, scopes: audience.scopes });

const toDateTime = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString();
