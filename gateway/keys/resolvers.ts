import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { Context } from '../context.ts';
import type { Resolvers } from '../generated/graph.ts';
import { isScope, SCOPES, type Scope } from '../scopes/scopes.ts';
import type { Giver } from './giving.ts';
import type { KeyRing } from './keyRing.ts';

const HOUR = 3_600_000;

/** A scope there is. */
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

/** What the graph says of keys, and does with them. */
export function createAccessResolvers(
  ring: () => KeyRing,
): Pick<Resolvers, 'Query' | 'Mutation' | 'ApiKey' | 'Scope'> {
  return {
    Scope: ScopeScalar,
    Query: { keys: async () => await ring().list() },
    Mutation: {
      createKey: async (_root, { input: { name, scopes, origins, expiresAt } }, context) =>
        ring().create(
          {
            name,
            scopes,
            origins: origins ?? [],
            ...(expiresAt && { expiresAt: Date.parse(expiresAt) }),
          },
          giverOf(context),
        ),
      rotateKey: async (_root, { id, overlapHours }, context) =>
        ring().rotate(id, overlapHours == null ? undefined : overlapHours * HOUR, giverOf(context)),
      revokeKey: async (_root, { id }, context) => ring().revoke(id, giverOf(context)),
    },
    ApiKey: {
      createdBy: ({ createdBy = null }) => createdBy,
      createdAt: ({ createdAt }) => moment(createdAt) as string,
      expiresAt: ({ expiresAt }) => moment(expiresAt),
      revokedAt: ({ revokedAt }) => moment(revokedAt),
      usedAt: ({ usedAt }) => moment(usedAt),
      overlapsUntil: ({ overlapsUntil }) => moment(overlapsUntil),
    },
  };
}

const giverOf = ({ caller, audience }: Context): Giver => ({ caller, scopes: audience.scopes });

const moment = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString();
