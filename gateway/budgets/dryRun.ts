import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { type AskedOperation, fragmentsOf, isLeftOut } from '../limits/cost.ts';

/** The field that tells of the budget. */
const FIELD = 'rateLimit';

/** Finds `rateLimit` among the root fields of an operation. */
export function createDryRuns(schema: GraphQLSchema): {
  /** Whether nothing but the cost is asked. */
  isDry(asked: AskedOperation): boolean;
  /** The document with nothing left of the operation but that question. */
  reduced(asked: Pick<AskedOperation, 'operation' | 'document'>): DocumentNode;
} {
  const known = new WeakMap<OperationDefinitionNode, readonly FieldNode[]>();
  const questions = ({ operation, document }: Pick<AskedOperation, 'operation' | 'document'>) => {
    const before = known.get(operation);
    if (before) return before;
    const found = operation.operation === 'query' ? find(operation.selectionSet, document) : [];
    known.set(operation, found);
    return found;
  };
  return {
    isDry(asked) {
      const fields = questions(asked);
      const field = schema.getQueryType()?.getFields()[FIELD];
      if (fields.length === 0 || !field) return false;
      const coerced = coercedVariables(schema, asked.operation, asked.variables);
      if (!coerced) return false;
      return fields.some(
        (node) =>
          !isLeftOut(schema, node, coerced) && getArgumentValues(field, node, coerced).dryRun === true,
      );
    },
    reduced({ operation, document }) {
      const selectionSet: SelectionSetNode = {
        kind: Kind.SELECTION_SET,
        selections: questions({ operation, document }),
      };
      const definitions = document.definitions.map((definition) =>
        definition === operation ? { ...operation, selectionSet } : definition,
      );
      return { ...document, definitions };
    },
  };
}

/** The fields of that name among the root's, those in fragments among them; each fragment is looked at once. */
function find(set: SelectionSetNode, document: DocumentNode): readonly FieldNode[] {
  const fragments = fragmentsOf(document);
  const seen = new Set<string>();
  const within = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === FIELD ? [selection] : [];
      if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet);
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (!fragment || seen.has(name)) return [];
      seen.add(name);
      return within(fragment.selectionSet);
    });
  return within(set);
}
