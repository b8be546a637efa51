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

/** How an operation's answer may be kept, as far as its document tells. */
export interface CacheControlPolicy {
  /** Seconds; 0 is not kept. */
  readonly maxAgeSeconds: number;
  readonly isPrivate: boolean;
}

/** What `@cacheControl` says of a type or a field. */
interface Hint {
  readonly maxAge?: number | undefined;
  readonly isPrivate?: boolean;
  readonly inherits?: boolean;
}

/**
 * Tells the policy of documents: the shortest `maxAgeSeconds` of all that they select, computed once for each. Hints are read as
 * Apollo reads them (https://www.apollographql.com/docs/apollo-server/performance/caching), except that an object that
 * says nothing is kept as long as its parent.
 * @param defaultMaxAge seconds, for root fields that say nothing
 */
export function createCacheControlPolicies(
  schema: GraphQLSchema,
  defaultMaxAge: number,
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
    let policy: CacheControlPolicy = { maxAgeSeconds: Number.POSITIVE_INFINITY, isPrivate: false };
    const restrict = ({ maxAge = policy.maxAgeSeconds, isPrivate = false }: Hint) => {
      policy = { maxAgeSeconds: Math.min(policy.maxAgeSeconds, maxAge), isPrivate: policy.isPrivate || isPrivate };
    };
    visit(
      document,
      visitWithTypeInfo(info, {
        [Kind.FIELD]() {
          const field = info.getFieldDef();
          if (!field) return;
          const hint = hintOf(field);
          restrict(hint);
          if (info.getParentType() === root && hint.maxAge === undefined) restrict({ maxAge: defaultMaxAge });
        },
      }),
    );
    return Number.isFinite(policy.maxAgeSeconds) ? policy : { ...policy, maxAgeSeconds: 0 };
  }
}

/** What a field's own directive says, and where it is silent, that of the type it leads to. */
function createHintReader(schema: GraphQLSchema): (field: GraphQLField<unknown, unknown>) => Hint {
  const known = new Map<GraphQLField<unknown, unknown>, Hint>();
  return (field) => {
    const hint = known.get(field) ?? read(field);
    known.set(field, hint);
    return hint;
  };

  function read(field: GraphQLField<unknown, unknown>): Hint {
    const own = readDirective(field);
    const type = getNamedType(field.type);
    const ofType = isCompositeType(type) ? hintOfType(type) : {};
    return {
      maxAge: own.inherits ? undefined : (own.maxAge ?? ofType.maxAge),
      isPrivate: own.isPrivate || ofType.isPrivate || false,
    };
  }

  function hintOfType(type: GraphQLNamedType): Hint {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    const hints = [type, ...members].map(readDirective);
    const ages = hints.flatMap(({ maxAge }) => maxAge ?? []);
    return {
      maxAge: ages.length > 0 ? Math.min(...ages) : undefined,
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
          maxAge: values.maxAge as number | undefined,
          isPrivate: values.scope === 'PRIVATE',
          inherits: values.inheritMaxAge === true,
        };
    }
    return {};
  }
}
