import type { GraphQLNamedType, GraphQLSchema, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { type ProviderCalls, totalCalls } from '../../../core/operationCost.ts';
import { coercedVariables } from '../limits/variables.ts';
import {
  createOperationFields,
  type ListSizes,
  NO_SIZES,
  type OperationField,
  type OperationFields,
  type RequestedOperation,
} from './operationFields.ts';
import { UPSTREAM_CALL_COST } from './providerCalls.ts';
import { addCalls, addCosts, maxCosts, multiplyCost, NO_COST, type SelectionCost } from './selectionCost.ts';
import type { VariableDependencies } from './variableDependencies.ts';

/** Upper bound of the estimate, far above every limit. */
const MAX_ESTIMATE = 1e9;

/** Estimates of an operation that are kept: they are few, because only variables of pages, filters and conditions change them. */
const MAX_KNOWN_COSTS = 4;

/** The maximum cost of an operation. */
export interface EstimatedCost {
  /** Points of objects, fields and upstream requests. */
  readonly points: number;
  /** Upstream requests if nothing is cached. */
  readonly providerCalls: ProviderCalls;
}

/**
 * Creates a function that estimates the maximum cost of an operation by IBM's cost specification
 * (https://ibm.github.io/graphql-specs/cost-spec.html): 1 per object, or the weight of `@cost`, with the list sizes of
 * `@listSize` and arguments. Upstream requests are added. Of a union, the most expensive type counts. Fields with the same
 * response key count once. An estimate is used again for variables that make no difference to it.
 *
 * The function returns undefined for invalid variables, which the execution reports.
 */
export function createCostEstimator(
  schema: GraphQLSchema,
): (requested: RequestedOperation) => EstimatedCost | undefined {
  const fieldsOf = createOperationFields(schema);
  const estimates = new WeakMap<OperationDefinitionNode, KnownCosts>();
  return (requested) => {
    const { operation, variables } = requested;
    const coerced = coercedVariables(schema, operation, variables);
    const known = estimates.get(operation) ?? { byVariables: new WeakMap(), recent: [] };
    estimates.set(operation, known);
    const cost =
      (coerced && known.byVariables.get(coerced)) ??
      known.recent.find(({ dependencies }) => dependencies.areSameFor(coerced))?.cost ??
      estimate(requested, known);
    if (cost && coerced) known.byVariables.set(coerced, cost);
    return cost;
  };

  function estimate(requested: RequestedOperation, known: KnownCosts): EstimatedCost | undefined {
    const fields = fieldsOf(requested);
    if (!fields) return undefined;
    const { dependencies, root } = fields;
    const sets = [requested.operation.selectionSet];
    const cost = toEstimatedCost(new Estimate(fields).costOfSets(sets, root, NO_SIZES));
    known.recent = [{ dependencies, cost }, ...known.recent].slice(0, MAX_KNOWN_COSTS);
    return cost;
  }
}

/** The estimates of an operation. */
interface KnownCosts {
  /** By coerced variables. */
  readonly byVariables: WeakMap<object, EstimatedCost>;
  /** Of other variables. */
  recent: readonly KnownCost[];
}

/** The cost of an operation, for all variables that make no difference to it. */
interface KnownCost {
  readonly dependencies: VariableDependencies;
  readonly cost: EstimatedCost;
}

function toEstimatedCost(cost: SelectionCost): EstimatedCost {
  const providerCalls = addCalls(cost.perObject, cost.perSelection);
  const points = cost.points + UPSTREAM_CALL_COST * totalCalls(providerCalls);
  return { points: Math.min(MAX_ESTIMATE, points), providerCalls };
}

/** The estimate of one operation. */
class Estimate {
  readonly #fields: OperationFields;
  /** The costs of merged selection sets, by their numbers, their type and the sizes of lists. */
  readonly #costs = new Map<string, SelectionCost>();
  readonly #numbers = new Map<SelectionSetNode, number>();

  constructor(fields: OperationFields) {
    this.#fields = fields;
  }

  /** Returns the cost of merged selection sets. Equal sets are estimated once, so the time is linear. */
  costOfSets(sets: readonly SelectionSetNode[], type: GraphQLNamedType, sizes: ListSizes): SelectionCost {
    const key = `${sets.map((set) => this.#numberOf(set)).join()} ${type.name} ${[...sizes].join()}`;
    const known = this.#costs.get(key);
    if (known !== undefined) return known;
    const cost = this.#fields
      .ofSets(sets, type, sizes)
      .map((fields) => fields.map((field) => this.#costOfField(field)).reduce(addCosts, NO_COST))
      .reduce(maxCosts, NO_COST);
    this.#costs.set(key, cost);
    return cost;
  }

  #costOfField({ sets, type, evaluation, count, points, calls, sizes }: OperationField): SelectionCost {
    const inner = sets.length > 0 ? this.costOfSets(sets, type, sizes) : NO_COST;
    const values = multiplyCost({ ...inner, points: points + inner.points }, count);
    return {
      points: evaluation + values.points,
      perObject: addCalls(values.perObject, calls.perObject),
      perSelection: addCalls(values.perSelection, calls.perSelection),
    };
  }

  #numberOf(set: SelectionSetNode): number {
    const number = this.#numbers.get(set) ?? this.#numbers.size;
    this.#numbers.set(set, number);
    return number;
  }
}
