import type { GraphQLNamedType, GraphQLSchema, SelectionSetNode } from 'graphql';
import { NO_PROVIDER_CALLS, totalCalls } from '../../../core/operationCost.ts';
import {
  createOperationFields,
  type ListSizes,
  NO_SIZES,
  type OperationField,
  type OperationFields,
  type RequestedOperation,
} from './operationFields.ts';
import { UPSTREAM_CALL_COST } from './providerCalls.ts';
import { addCalls } from './selectionCost.ts';

const MAX_PATHS = 3;
/** Bounds the time for documents whose nested fragments apply to several types. */
const MAX_FIELDS = 5000;
/** Response keys can be as long as the document. */
const MAX_PATH_CHARACTERS = 100;

/** A field of an operation with its part of the estimated cost. */
export interface CostlyPath {
  /** The response keys from the root, e.g. `films.nodes.topics`. */
  readonly path: string;
  /** Points of the field for all objects that have it, without the points of its selections. */
  readonly cost: number;
}

/** Creates a function that returns the most expensive fields of an operation with valid variables, by the estimate of its cost: at most three, or `maxPaths`. */
export function createCostliestPaths(
  schema: GraphQLSchema,
): (requested: RequestedOperation, maxPaths?: number) => readonly CostlyPath[] {
  const fieldsOf = createOperationFields(schema);
  return (requested, maxPaths = MAX_PATHS) => {
    const fields = fieldsOf(requested);
    const costs = fields ? costsByPath(fields, requested.operation.selectionSet) : [];
    return [...costs]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, maxPaths)
      .map(([path, cost]) => ({ path: path.slice(0, MAX_PATH_CHARACTERS), cost }));
  };
}

/** Returns the cost of each field by its path. Of a union, the most expensive type counts. */
function costsByPath(fields: OperationFields, root: SelectionSetNode): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  let count = 0;
  const addSets = (
    sets: readonly SelectionSetNode[],
    type: GraphQLNamedType,
    sizes: ListSizes,
    objects: ParentObjects,
  ): void => {
    for (const field of fields.ofSets(sets, type, sizes).flat()) {
      count += 1;
      if (count > MAX_FIELDS) return;
      const path = [...objects.path, field.responseKey];
      const key = path.join('.');
      costs.set(key, Math.max(costs.get(key) ?? 0, costOfField(field, objects.count)));
      if (field.sets.length > 0)
        addSets(field.sets, field.type, field.sizes, { path, count: objects.count * field.count });
    }
  };
  addSets([root], fields.root, NO_SIZES, { path: [], count: 1 });
  return costs;
}

/** The objects at a path of the response. */
interface ParentObjects {
  readonly path: readonly string[];
  readonly count: number;
}

function costOfField({ evaluation, points, count, calls }: OperationField, objects: number): number {
  const perObject = totalCalls(addCalls(NO_PROVIDER_CALLS, calls.perObject));
  const perSelection = totalCalls(addCalls(NO_PROVIDER_CALLS, calls.perSelection));
  return objects * (evaluation + count * points) + UPSTREAM_CALL_COST * (objects * perObject + perSelection);
}
