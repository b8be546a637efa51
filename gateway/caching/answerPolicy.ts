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
export interface AnswerPolicy {
  /** Seconds; 0 is not kept. */
  readonly maxAge: number;
  readonly isPrivate: boolean;
}

/** What `@cacheControl` says of a type or a field. */
interface Hint {
  readonly maxAge?: number | undefined;
  readonly isPrivate?: boolean;
  readonly inherits?: boolean;
}

/**
 * Tells the policy of documents: the shortest `maxAge` of all that they select, computed once for each. Hints are read as
 * Apollo reads them (https://www.apollographql.com/docs/apollo-server/performance/caching), except that an object that
 * says nothing is kept as long as its parent.
 * @param defaultMaxAge seconds, for root fields that say nothing
 */
export function createAnswerPolicies(
  schema: GraphQLSchema,
  defaultMaxAge: number,
): (document: DocumentNode) => AnswerPolicy {
  const known = new WeakMap<DocumentNode, AnswerPolicy>();
  const hintOf = createHints(schema);
  return (document) => {
    const policy = known.get(document) ?? policyOf(document);
    known.set(document, policy);
    return policy;
  };

  function policyOf(document: DocumentNode): AnswerPolicy {
    const info = new TypeInfo(schema);
    const root = schema.getQueryType();
    let policy: AnswerPolicy = { maxAge: Number.POSITIVE_INFINITY, isPrivate: false };
    const restrict = ({ maxAge = policy.maxAge, isPrivate = false }: Hint) => {
      policy = { maxAge: Math.min(policy.maxAge, maxAge), isPrivate: policy.isPrivate || isPrivate };
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
    return Number.isFinite(policy.maxAge) ? policy : { ...policy, maxAge: 0 };
  }
}

/** What a field's own directive says, and where it is silent, that of the type it leads to. */
function createHints(schema: GraphQLSchema): (field: GraphQLField<unknown, unknown>) => Hint {
  const known = new Map<GraphQLField<unknown, unknown>, Hint>();
  return (field) => {
    const hint = known.get(field) ?? read(field);
    known.set(field, hint);
    return hint;
  };

  function read(field: GraphQLField<unknown, unknown>): Hint {
    const own = written(field);
    const type = getNamedType(field.type);
    const ofType = isCompositeType(type) ? ofTypes(type) : {};
    return {
      maxAge: own.inherits ? undefined : (own.maxAge ?? ofType.maxAge),
      isPrivate: own.isPrivate || ofType.isPrivate || false,
    };
  }

  function ofTypes(type: GraphQLNamedType): Hint {
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    const hints = [type, ...members].map(written);
    const ages = hints.flatMap(({ maxAge }) => maxAge ?? []);
    return {
      maxAge: ages.length > 0 ? Math.min(...ages) : undefined,
      isPrivate: hints.some(({ isPrivate }) => isPrivate),
    };
  }

  function written({
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
