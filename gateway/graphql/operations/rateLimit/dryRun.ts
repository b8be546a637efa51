import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf, isExcluded, type RequestedOperation } from '../cost/estimateCost.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';

/** The field that tells of the budget. */
const RATE_LIMIT_FIELD = 'rateLimit';

/** Finds `rateLimit` among the root fields of an operation. */
export function createDryRuns(schema: GraphQLSchema): {
  /** Whether nothing but the cost is asked. */
  isDryRun(asked: RequestedOperation): boolean;
  /** The document with nothing left of the operation but that question. */
  reduced(asked: Pick<RequestedOperation, 'operation' | 'document'>): DocumentNode;
} {
  const known = new WeakMap<OperationDefinitionNode, readonly FieldNode[]>();
  const rateLimitFields = ({ operation, document }: Pick<RequestedOperation, 'operation' | 'document'>) => {
    const before = known.get(operation);
    if (before) return before;
    const found = operation.operation === 'query' ? findRateLimitFields(operation.selectionSet, document) : [];
    known.set(operation, found);
    return found;
  };
  return {
    isDryRun(asked) {
      const fields = rateLimitFields(asked);
      const field = schema.getQueryType()?.getFields()[RATE_LIMIT_FIELD];
      if (fields.length === 0 || !field) return false;
      const coerced = coercedVariables(schema, asked.operation, asked.variables);
      if (!coerced) return false;
      return fields.some(
        (node) =>
          !isExcluded(schema, node, coerced) && getArgumentValues(field, node, coerced).dryRun === true,
      );
    },
    reduced({ operation, document }) {
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

/** The fields of that name among the root's, those in fragments among them; each fragment is looked at once. */
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
