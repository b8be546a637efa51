import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import type { UsedField } from './definitions.ts';

/** The cache policy of a document. */
export interface CacheControlPolicy {
  /** 0: not cacheable. */
  readonly maxAgeSeconds: number;
  readonly isPrivate: boolean;
  /** True if a field states its `maxAge`, which then holds whether or not changes invalidate the response. */
  readonly isTimed: boolean;
}

/** The `@cacheControl` of a type or field. */
interface Hint {
  readonly maxAgeSeconds?: number | undefined;
  readonly isPrivate?: boolean;
  readonly inherits?: boolean;
}

/**
 * Creates a function that returns the policy of a document by its fields: the smallest `maxAge`. Hints have the meaning that
 * Apollo defines (https://www.apollographql.com/docs/apollo-server/performance/caching), except that an object without a hint
 * inherits the hint of its parent.
 * @param defaultMaxAgeSeconds for root fields without a hint
 */
export function createCacheControlPolicies(
  schema: GraphQLSchema,
  defaultMaxAgeSeconds: number,
): (fields: readonly UsedField[]) => CacheControlPolicy {
  const root = schema.getQueryType();
  const hintOf = createHintReader(schema);
  return (fields) => {
    const hints = fields.map(({ field }) => hintOf(field));
    const ages = fields.map(
      ({ parent }, i) => hints[i]?.maxAgeSeconds ?? (parent === root ? defaultMaxAgeSeconds : Infinity),
    );
    const maxAgeSeconds = Math.min(...ages);
    return {
      maxAgeSeconds: Number.isFinite(maxAgeSeconds) ? maxAgeSeconds : 0,
      isPrivate: hints.some(({ isPrivate }) => isPrivate),
      isTimed: hints.some((hint) => hint.maxAgeSeconds !== undefined),
    };
  };
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
