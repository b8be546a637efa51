import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from './cost.ts';
import { readFieldCosts } from './fieldCosts.ts';
import { introspectionWorth } from './introspectionCosts.ts';

/** What costs something of the answer to a selection, by its keys there. */
interface Shape {
  readonly weight: number;
  /** Whether it describes the schema: then each value costs. */
  readonly isMeta?: boolean;
  readonly within: Map<string, Shape>;
}

/**
 * Tells what an answer is worth: that of `createCosts`, with the objects that are really there. What is null costs
 * nothing; a key that stands for fields of several types costs what the dearest of them does.
 */
export function createAnsweredCosts(schema: GraphQLSchema): (asked: {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  /** The `data` of the answer. */
  readonly data: unknown;
}) => number {
  const costOfField = readFieldCosts(schema);
  const shapes = new WeakMap<OperationDefinitionNode, Shape>();
  return ({ operation, document, data }) => {
    const shape = shapes.get(operation) ?? shapeOf(operation, document);
    shapes.set(operation, shape);
    return worth(data, shape);
  };

  function shapeOf(operation: OperationDefinitionNode, document: DocumentNode): Shape {
    const shape: Shape = { weight: 0, within: new Map() };
    const root = schema.getRootType(operation.operation);
    if (root) add(operation.selectionSet, root, shape, fragmentsOf(document), new Set());
    return shape;
  }

  /** @param seen fragments that stand in this shape already, under the type they stand in */
  function add(
    set: SelectionSetNode,
    parent: GraphQLNamedType,
    { within }: Shape,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    seen: Set<string>,
  ): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const { name, alias, selectionSet } = selection;
        const field = 'getFields' in parent ? parent.getFields()[name.value] : undefined;
        const known = field && 'args' in field ? costOfField(field) : undefined;
        const weight = known?.weight ?? 0;
        if (weight === 0 && !selectionSet) continue;
        const key = alias?.value ?? name.value;
        const before = within.get(key);
        const shape = {
          weight: Math.max(weight, before?.weight ?? 0),
          isMeta: !known,
          within: before?.within ?? new Map(),
        };
        within.set(key, shape);
        if (selectionSet && known) add(selectionSet, known.type, shape, fragments, new Set());
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const fragment = isSpread ? fragments.get(selection.name.value) : selection;
      if (!fragment || (isSpread && seen.has(selection.name.value))) continue;
      if (isSpread) seen.add(selection.name.value);
      const condition = fragment.typeCondition?.name.value;
      const type = (condition && schema.getType(condition)) || parent;
      add(fragment.selectionSet, type, { weight: 0, within }, fragments, seen);
    }
  }
}

function worth(value: unknown, { within }: Shape): number {
  let sum = 0;
  for (const [key, shape] of within) sum += worthOf((value as Record<string, unknown> | null)?.[key], shape);
  return sum;
}

function worthOf(value: unknown, shape: Shape): number {
  if (value == null) return 0;
  if (shape.isMeta) return introspectionWorth(value);
  if (!Array.isArray(value)) return shape.weight + worth(value, shape);
  let sum = 0;
  for (const row of value) sum += worthOf(row, shape);
  return sum;
}
