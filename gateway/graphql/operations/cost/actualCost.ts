import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { readFieldCosts } from './fieldCosts.ts';
import { introspectionCost } from './introspectionCost.ts';
import { fragmentsOf } from './selections.ts';

/** Costs of a response object by response key. */
interface CostTree {
  readonly weight: number;
  /** Whether each element of an array costs this. The value of a JSON scalar can be an array too. */
  readonly isList: boolean;
  readonly fields: Map<string, CostTree>;
}

/**
 * Creates a function that returns the actual cost of a response: the estimate of `createCostEstimator` with the number of
 * objects in the response. Null costs nothing; a response key with fields of several types costs the most expensive one.
 */
export function createActualCost(
  schema: GraphQLSchema,
): (executed: {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly data: unknown;
}) => number {
  const costOfField = readFieldCosts(schema);
  const trees = new WeakMap<OperationDefinitionNode, CostTree>();
  return ({ operation, document, data }) => {
    const tree = trees.get(operation) ?? createTree(operation, document);
    trees.set(operation, tree);
    return costOfFields(data, tree);
  };

  function createTree(operation: OperationDefinitionNode, document: DocumentNode): CostTree {
    const tree: CostTree = { weight: 0, isList: false, fields: new Map() };
    const root = schema.getRootType(operation.operation);
    if (root) addSelections(operation.selectionSet, root, tree, fragmentsOf(document), new Set());
    return tree;
  }

  /** @param seen fragments already added to this tree */
  function addSelections(
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    { fields }: CostTree,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    seen: Set<string>,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const { name, alias, selectionSet } = selection;
        const field = 'getFields' in parent ? parent.getFields()[name.value] : undefined;
        const costs = field && 'args' in field ? costOfField(parent.name, field) : undefined;
        const weight = costs?.weight ?? introspectionCost(selection, fragments);
        if (weight === 0 && !selectionSet) continue;
        const key = alias?.value ?? name.value;
        const previous = fields.get(key);
        const tree = {
          weight: Math.max(weight, previous?.weight ?? 0),
          isList: costs?.isList || previous?.isList || false,
          fields: previous?.fields ?? new Map(),
        };
        fields.set(key, tree);
        if (selectionSet && costs) addSelections(selectionSet, costs.type, tree, fragments, new Set());
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const fragment = isSpread ? fragments.get(selection.name.value) : selection;
      if (!fragment || (isSpread && seen.has(selection.name.value))) continue;
      if (isSpread) seen.add(selection.name.value);
      const condition = fragment.typeCondition?.name.value;
      const type = (condition && schema.getType(condition)) || parent;
      addSelections(fragment.selectionSet, type, { weight: 0, isList: false, fields }, fragments, seen);
    }
  }
}

function costOfFields(value: unknown, { fields }: CostTree): number {
  let sum = 0;
  for (const [key, tree] of fields)
    sum += costOfValue((value as Record<string, unknown> | null)?.[key], tree);
  return sum;
}

function costOfValue(value: unknown, tree: CostTree): number {
  if (value == null) return 0;
  if (!tree.isList || !Array.isArray(value)) return tree.weight + costOfFields(value, tree);
  let sum = 0;
  for (const row of value) sum += costOfValue(row, tree);
  return sum;
}
