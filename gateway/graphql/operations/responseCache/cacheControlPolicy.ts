import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { CacheControlPolicy } from '../run/cacheLookup.ts';

/** The `@cacheControl` of a type or field. */
interface Hint {
  readonly maxAgeSeconds?: number | undefined;
  readonly isPrivate?: boolean;
  readonly inherits?: boolean;
}

/**
 * Creates a function that returns the policy of a document: the smallest `maxAge` of all selected fields, computed once per
 * document. Hints have the meaning that Apollo defines
 * (https://www.apollographql.com/docs/apollo-server/performance/caching), except that an object without a hint inherits
 * that of its parent.
 * @param defaultMaxAgeSeconds for root fields without a hint
 */
export function createCacheControlPolicies(
  schema: GraphQLSchema,
  defaultMaxAgeSeconds: number,
): (document: DocumentNode) => CacheControlPolicy {
  const policies = new WeakMap<DocumentNode, CacheControlPolicy>();
  const hintOf = createHintReader(schema);
  return (document) => {
    const policy = policies.get(document) ?? policyOf(document);
    policies.set(document, policy);
    return policy;
  };

  function policyOf(document: DocumentNode): CacheControlPolicy {
    const info = new TypeInfo(schema);
    const root = schema.getQueryType();
    let policy: CacheControlPolicy = {
      maxAgeSeconds: Number.POSITIVE_INFINITY,
      isPrivate: false,
      isTimed: false,
    };
    const restrict = ({ maxAgeSeconds = policy.maxAgeSeconds, isPrivate = false }: Hint) => {
      policy = {
        ...policy,
        maxAgeSeconds: Math.min(policy.maxAgeSeconds, maxAgeSeconds),
        isPrivate: policy.isPrivate || isPrivate,
      };
    };
    visit(
      document,
      visitWithTypeInfo(info, {
        [Kind.FIELD]() {
          const field = info.getFieldDef();
          if (!field) return;
          const hint = hintOf(field);
          restrict(hint);
          if (hint.maxAgeSeconds !== undefined) policy = { ...policy, isTimed: true };
          if (info.getParentType() === root && hint.maxAgeSeconds === undefined)
            restrict({ maxAgeSeconds: defaultMaxAgeSeconds });
        },
      }),
    );
    return Number.isFinite(policy.maxAgeSeconds) ? policy : { ...policy, maxAgeSeconds: 0 };
  }
}

/** Creates a function that returns the hint of a field, or else of its type. */
function createHintReader(schema: GraphQLSchema): (field: GraphQLField<unknown, unknown>) => Hint {
  const cache = new Map<GraphQLField<unknown, unknown>, Hint>();
  return (field) => {
    const hint = cache.get(field) ?? read(field);
    cache.set(field, hint);
    return hint;
  };

  function read(field: GraphQLField<unknown, unknown>): Hint {
    const own = readDirective(field);
    const type = getNamedType(field.type);
    const ofType = isCompositeType(type) ? hintOfType(type) : {};
    return {
      maxAgeSeconds: own.inherits ? undefined : (own.maxAgeSeconds ?? ofType.maxAgeSeconds),
      isPrivate: own.isPrivate || ofType.isPrivate || false,
    };
  }

  function hintOfType(type: GraphQLNamedType): Hint {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    const hints = [type, ...members].map(readDirective);
    const ages = hints.flatMap(({ maxAgeSeconds }) => maxAgeSeconds ?? []);
    return {
      maxAgeSeconds: ages.length > 0 ? Math.min(...ages) : undefined,
      isPrivate: hints.some(({ isPrivate }) => isPrivate),
    };
  }

  function readDirective({
    astNode,
    extensionASTNodes,
  }:
    | Pick<GraphQLNamedType, 'astNode' | 'extensionASTNodes'>
    | (GraphQLField<unknown, unknown> & { extensionASTNodes?: undefined })): Hint {
    const directive = schema.getDirective('cacheControl');
    if (!directive) return {};
    for (const node of [astNode, ...(extensionASTNodes ?? [])]) {
      const values = node && getDirectiveValues(directive, node);
      if (values)
        return {
          maxAgeSeconds: values.maxAge as number | undefined,
          isPrivate: values.scope === 'PRIVATE',
          inherits: values.inheritMaxAge === true,
        };
    }
    return {};
  }
}
