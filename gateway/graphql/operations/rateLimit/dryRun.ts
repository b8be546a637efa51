import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { RequestedOperation } from '../cost/costEstimator.ts';
import { fragmentsOf, isExcluded } from '../cost/selections.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';

const RATE_LIMIT_FIELD = 'rateLimit';

/** Recognizes operations that request only their cost: `rateLimit(dryRun: true)` among the root fields. */
export function createDryRuns(schema: GraphQLSchema): {
  isDryRun(requested: RequestedOperation): boolean;
  /** Returns the document with only the fields `rateLimit` in the operation. */
  reduce(requested: Pick<RequestedOperation, 'operation' | 'document'>): DocumentNode;
} {
  const cache = new WeakMap<OperationDefinitionNode, readonly FieldNode[]>();
  const rateLimitFields = ({ operation, document }: Pick<RequestedOperation, 'operation' | 'document'>) => {
    const cached = cache.get(operation);
    if (cached) return cached;
    const found =
      operation.operation === 'query' ? findRateLimitFields(operation.selectionSet, document) : [];
    cache.set(operation, found);
    return found;
  };
  return {
    isDryRun(requested) {
      const fields = rateLimitFields(requested);
      const field = schema.getQueryType()?.getFields()[RATE_LIMIT_FIELD];
      if (fields.length === 0 || !field) return false;
      const coerced = coercedVariables(schema, requested.operation, requested.variables);
      if (!coerced) return false;
      return fields.some(
        (node) =>
          !isExcluded(schema, node, coerced) && getArgumentValues(field, node, coerced).dryRun === true,
      );
    },
    reduce({ operation, document }) {
      const selectionSet: SelectionSetNode = {
        kind: Kind.SELECTION_SET,
        selections: rateLimitFields({ operation, document }),
      };
      const definitions = document.definitions.map((definition) =>
        definition === operation ? { ...operation, selectionSet } : definition,
      );
      return { ...document, definitions };
    },
  };
}

/** Returns the root fields `rateLimit`, also in fragments; each fragment is visited once. */
function findRateLimitFields(set: SelectionSetNode, document: DocumentNode): readonly FieldNode[] {
  const fragments = fragmentsOf(document);
  const seen = new Set<string>();
  const fieldsOf = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === RATE_LIMIT_FIELD ? [selection] : [];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (!fragment || seen.has(name)) return [];
      seen.add(name);
      return fieldsOf(fragment.selectionSet);
    });
  return fieldsOf(set);
}
