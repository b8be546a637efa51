import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from './estimateCost.ts';
import { readFieldCosts } from './fieldCosts.ts';
import { introspectionCost } from './introspectionCost.ts';

/** What costs something of the answer to a selection, by its keys there. */
interface CostTree {
  readonly weight: number;
  readonly within: Map<string, CostTree>;
}

/**
 * Tells what an answer is worth: that of `createCosts`, with the objects that are really there. What is null costs
 * nothing; a key that stands for fields of several types costs what the dearest of them does.
 */
export function createActualCost(schema: GraphQLSchema): (asked: {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  /** The `data` of the answer. */
  readonly data: unknown;
}) => number {
  const costOfField = readFieldCosts(schema);
  const trees = new WeakMap<OperationDefinitionNode, CostTree>();
  return ({ operation, document, data }) => {
    const shape = trees.get(operation) ?? createTree(operation, document);
    trees.set(operation, shape);
    return costOfFields(data, shape);
  };

  function createTree(operation: OperationDefinitionNode, document: DocumentNode): CostTree {
    const tree: CostTree = { weight: 0, within: new Map() };
    const root = schema.getRootType(operation.operation);
    if (root) addSelections(operation.selectionSet, root, tree, fragmentsOf(document), new Set());
    return tree;
  }

  /** @param seen fragments that stand in this shape already, under the type they stand in */
  function addSelections(
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    { within }: CostTree,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    seen: Set<string>,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const { name, alias, selectionSet } = selection;
        const field = 'getFields' in parent ? parent.getFields()[name.value] : undefined;
        const known = field && 'args' in field ? costOfField(field) : undefined;
        const weight = known?.weight ?? introspectionCost(selection, fragments);
        if (weight === 0 && !selectionSet) continue;
        const key = alias?.value ?? name.value;
        const previous = within.get(key);
        const shape = {
          weight: Math.max(weight, previous?.weight ?? 0),
          within: previous?.within ?? new Map(),
        };
        within.set(key, shape);
        if (selectionSet && known) addSelections(selectionSet, known.type, shape, fragments, new Set());
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const fragment = isSpread ? fragments.get(selection.name.value) : selection;
      if (!fragment || (isSpread && seen.has(selection.name.value))) continue;
      if (isSpread) seen.add(selection.name.value);
      const condition = fragment.typeCondition?.name.value;
      const type = (condition && schema.getType(condition)) || parent;
      addSelections(fragment.selectionSet, type, { weight: 0, within }, fragments, seen);
    }
  }
}

function costOfFields(value: unknown, { within }: CostTree): number {
  let sum = 0;
  for (const [key, shape] of within) sum += costOfValue((value as Record<string, unknown> | null)?.[key], shape);
  return sum;
}

function costOfValue(value: unknown, shape: CostTree): number {
  if (value == null) return 0;
  if (!Array.isArray(value)) return shape.weight + costOfFields(value, shape);
  let sum = 0;
  for (const row of value) sum += costOfValue(row, shape);
  return sum;
}
