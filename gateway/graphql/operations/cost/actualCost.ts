import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from '../document/selections.ts';
import { coercedVariables } from '../limits/variables.ts';
import { readFieldCosts } from './fieldCosts.ts';
import { readInputCosts } from './inputCosts.ts';
import { introspectionCost } from './introspectionCost.ts';

interface FieldWithInputs {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  /** Cost of resolving the field, without the cost of its arguments. */
  readonly evaluation: number;
}

/** Costs of a response object by response key. */
export interface CostTree {
  readonly key: string;
  /** Cost of resolving the field without its arguments. */
  readonly evaluation: number;
  /** Cost of each value. */
  readonly value: number;
  /** The fields whose arguments can have a cost. */
  readonly inputs: readonly FieldWithInputs[];
  /** True if each element of an array costs this. The value of a JSON scalar can be an array too. */
  readonly isList: boolean;
  readonly fields: Map<string, CostTree>;
  /** The same fields, which are iterated for each object. Set by the first response. */
  children?: readonly CostTree[];
  /** The cost of resolving the field with its arguments, by coerced variables. Set by the first response. */
  evaluations?: WeakMap<object, number>;
}

/** The costs of operations. */
export interface CostTrees {
  /** Returns the costs of an operation. They are read once. */
  treeOf(operation: OperationDefinitionNode, document: DocumentNode): CostTree;
  /** Returns the cost of resolving a field with its arguments, which is computed once for equal variables. @param variables coerced */
  evaluationOf(tree: CostTree, variables: Readonly<Record<string, unknown>>): number;
}

/**
 * Creates a function that returns the actual cost of a response: the estimate of `createCostEstimator` with the number of
 * objects in the response. What did not run costs nothing: the selection of a null, and the fields of an object that does not exist. A
 * field of an object did run, so that its evaluation and its arguments cost the same whether its value is null, an empty list or
 * another one. A null in a list costs at most 1. A response key with fields of several types costs the most expensive one.
 */
export function createActualCost(
  schema: GraphQLSchema,
): (executed: {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly data: unknown;
}) => number {
  const { treeOf, evaluationOf } = createCostTrees(schema);
  return ({ operation, document, variables = {}, data }) => {
    const coerced = coercedVariables(schema, operation, variables) ?? {};
    return costOfFields(data, treeOf(operation, document), (tree) => evaluationOf(tree, coerced));
  };
}

/** Creates the costs of the operations of a schema. */
export function createCostTrees(schema: GraphQLSchema): CostTrees {
  const costOfField = readFieldCosts(schema);
  const inputCosts = readInputCosts(schema);
  const trees = new WeakMap<OperationDefinitionNode, CostTree>();
  return {
    treeOf(operation, document) {
      const tree = trees.get(operation) ?? createTree(operation, document);
      trees.set(operation, tree);
      return tree;
    },
    evaluationOf(tree, variables) {
      if (tree.inputs.length === 0) return tree.evaluation;
      tree.evaluations ??= new WeakMap();
      const known = tree.evaluations.get(variables);
      if (known !== undefined) return known;
      const costs = tree.inputs.map(({ field, node, evaluation }) =>
        inputCosts.costOf(field, node.arguments, variables, evaluation),
      );
      const evaluation = Math.max(tree.evaluation, ...costs);
      tree.evaluations.set(variables, evaluation);
      return evaluation;
    },
  };

  function createTree(operation: OperationDefinitionNode, document: DocumentNode): CostTree {
    const tree: CostTree = { key: '', evaluation: 0, value: 0, inputs: [], isList: false, fields: new Map() };
    const root = schema.getRootType(operation.operation);
    if (root) addSelections(operation.selectionSet, root, tree.fields, fragmentsOf(document), new Set());
    return tree;
  }

  /** @param seen fragments already added to this tree */
  function addSelections(
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    fields: Map<string, CostTree>,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    seen: Set<string>,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const { name, alias, selectionSet } = selection;
        const found = 'getFields' in parent ? parent.getFields()[name.value] : undefined;
        const field = found && 'args' in found ? found : undefined;
        const costs = field && costOfField(parent.name, field);
        const hasInputs = field !== undefined && inputCosts.hasCosts(field, selection.arguments);
        const { evaluation, value } = costs ?? {
          evaluation: 0,
          value: introspectionCost(selection, fragments),
        };
        if (evaluation + value === 0 && !hasInputs && !selectionSet) continue;
        const key = alias?.value ?? name.value;
        const previous = fields.get(key);
        const tree = {
          key,
          evaluation: Math.max(evaluation, previous?.evaluation ?? 0),
          value: Math.max(value, previous?.value ?? 0),
          inputs: [
            ...(previous?.inputs ?? []),
            ...(hasInputs ? [{ field, node: selection, evaluation }] : []),
          ],
          isList: costs?.isList || previous?.isList || false,
          fields: previous?.fields ?? new Map(),
        };
        fields.set(key, tree);
        if (selectionSet && costs) addSelections(selectionSet, costs.type, tree.fields, fragments, new Set());
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const fragment = isSpread ? fragments.get(selection.name.value) : selection;
      if (!fragment || (isSpread && seen.has(selection.name.value))) continue;
      if (isSpread) seen.add(selection.name.value);
      const condition = fragment.typeCondition?.name.value;
      const type = (condition && schema.getType(condition)) || parent;
      addSelections(fragment.selectionSet, type, fields, fragments, seen);
    }
  }
}

/** Returns the cost of resolving a field. */
type Evaluations = (tree: CostTree) => number;

/** Returns the cost of the fields of an object. A field that is undefined belongs to another type, or was not selected. */
function costOfFields(object: unknown, tree: CostTree, evaluationOf: Evaluations): number {
  tree.children ??= [...tree.fields.values()];
  let sum = 0;
  for (const child of tree.children) {
    const value = (object as Record<string, unknown> | null)?.[child.key];
    if (value !== undefined) sum += evaluationOf(child) + costOfValue(value, child, evaluationOf);
  }
  return sum;
}

function costOfValue(value: unknown, tree: CostTree, evaluationOf: Evaluations): number {
  if (value === null) return 0;
  if (!tree.isList || !Array.isArray(value)) return tree.value + costOfFields(value, tree, evaluationOf);
  let sum = 0;
  // Looking for a row takes time, whether or not there is one.
  for (const row of value)
    sum += row === null ? Math.min(1, tree.value) : costOfValue(row, tree, evaluationOf);
  return sum;
}
