import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql';
import { probedWords } from '../../../providers/search/fewerWords.ts';
import { type ListSize, sizeOfValue } from '../../schema/listSizes.ts';
import {
  containsVariable,
  type FieldMergingScope,
  fragmentsOf,
  isExcluded,
  mergedFields,
  typesOf,
} from '../document/selections.ts';
import { coercedVariables } from '../limits/variables.ts';
import { ASSUMED_SIZE, type FieldCost, type FieldCosts, readFieldCosts } from './fieldCosts.ts';
import { type InputCosts, readInputCosts } from './inputCosts.ts';
import { introspectionCost } from './introspectionCost.ts';
import type { FieldCalls } from './providerCalls.ts';
import { VariableDependencies, type VariableUse } from './variableDependencies.ts';

type Variables = Readonly<Record<string, unknown>>;

/** An operation with its variables as received. */
export interface RequestedOperation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly variables: Variables;
}

/** Sizes of lists by field name, for the fields of an object with `@listSize(sizedFields:)`. */
export type ListSizes = ReadonlyMap<string, number>;

export const NO_SIZES: ListSizes = new Map();

/** A field of an operation with its maximum cost, without the cost of its selections. */
export interface OperationField {
  readonly responseKey: string;
  /** The merged selection sets; empty for a scalar, and for introspection, which has a flat cost. */
  readonly sets: readonly SelectionSetNode[];
  /** The type of a value. */
  readonly type: GraphQLNamedType;
  /** Points of the field itself regardless of the number of its values. */
  readonly evaluation: number;
  /** The number of values. */
  readonly count: number;
  /** Points of each value. */
  readonly points: number;
  /** Upstream requests of the field itself. They do not depend on the number of its values. */
  readonly calls: Pick<FieldCalls, 'perObject' | 'perSelection'>;
  /** Sizes of lists in each value. */
  readonly sizes: ListSizes;
}

/**
 * Creates a function that returns the fields of an operation with its variables; undefined if they are invalid, which the
 * execution reports.
 */
export function createOperationFields(
  schema: GraphQLSchema,
): (requested: RequestedOperation) => OperationFields | undefined {
  const costs = { ofField: readFieldCosts(schema), ofInputs: readInputCosts(schema) };
  return ({ operation, document, variables }) => {
    const coerced = coercedVariables(schema, operation, variables);
    const root = schema.getRootType(operation.operation);
    if (!coerced || !root) return undefined;
    return new OperationFields({ schema, costs, root, fragments: fragmentsOf(document), variables: coerced });
  };
}

interface OperationFieldsOptions {
  readonly schema: GraphQLSchema;
  readonly costs: { readonly ofField: FieldCosts; readonly ofInputs: InputCosts };
  readonly root: GraphQLNamedType;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced. */
  readonly variables: Variables;
}

/** The fields of an operation with its variables. */
export class OperationFields {
  readonly dependencies = new VariableDependencies();
  readonly #options: OperationFieldsOptions;
  readonly #scope: FieldMergingScope;

  constructor(options: OperationFieldsOptions) {
    const { schema, fragments } = options;
    this.#options = options;
    this.#scope = {
      schema,
      fragmentOf: (name) => fragments.get(name),
      isExcluded: (selection) => this.#isExcluded(selection),
    };
  }

  get root(): GraphQLNamedType {
    return this.#options.root;
  }

  /**
   * Returns the fields of merged selection sets that cost something, for each type for which they can differ.
   * @param sizes of lists in an object of the type
   */
  ofSets(
    sets: readonly SelectionSetNode[],
    type: GraphQLNamedType,
    sizes: ListSizes,
  ): readonly (readonly OperationField[])[] {
    return typesOf(this.#options.schema, sets, type).map((member) =>
      [...mergedFields(this.#scope, sets, member)].flatMap(
        ([key, nodes]) => this.#readField(key, nodes, member, sizes) ?? [],
      ),
    );
  }

  /** @param nodes the fields with one response key, whose arguments are equal */
  #readField(
    responseKey: string,
    nodes: readonly FieldNode[],
    parent: GraphQLNamedType,
    sizes: ListSizes,
  ): OperationField | undefined {
    const node = nodes[0] as FieldNode;
    const field = 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
    if (!field || !('args' in field))
      return {
        responseKey,
        type: parent,
        ...this.#introspection(nodes),
        sets: [],
        calls: {},
        sizes: NO_SIZES,
      };
    const cost = this.#options.costs.ofField(parent.name, field);
    if (cost.isFree) return undefined;
    const listSizes = cost.sizes.map((size) => this.#sizeOf(size, cost.maxSize, node));
    return {
      responseKey,
      sets: nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      type: cost.type,
      count: sizes.get(field.name) ?? (cost.isList ? (listSizes[0] ?? ASSUMED_SIZE) : 1),
      evaluation: this.#evaluationOf(field, node, cost),
      points: cost.value,
      calls: this.#callsOf(cost, node),
      sizes: sizesWithin(cost, listSizes),
    };
  }

  #introspection(nodes: readonly FieldNode[]) {
    const costs = nodes.map((node) => introspectionCost(node, this.#options.fragments));
    return { evaluation: 0, count: 1, points: costs.reduce((sum, cost) => sum + cost, 0) };
  }

  #evaluationOf(field: GraphQLField<unknown, unknown>, node: FieldNode, { evaluation }: FieldCost): number {
    const { arguments: args = [] } = node;
    const { ofInputs } = this.#options.costs;
    if (!ofInputs.hasCosts(field, args)) return evaluation;
    const costOf = (variables: Variables) => ofInputs.costOf(field, args, variables, evaluation);
    const hasVariables = args.some(({ value }) => containsVariable(value));
    return hasVariables ? this.#read([args, field], costOf) : costOf(this.#options.variables);
  }

  #callsOf({ calls }: FieldCost, node: FieldNode): OperationField['calls'] {
    const { searchesPerValueOf: list, searchesPerWordOf: query } = calls;
    const [last, before] = calls.searchForLastPage?.map((argument) => this.#valueOf(argument, node)) ?? [];
    const more = (list ? this.#lengthOf(list, node) : 0) + (last != null && before == null ? 1 : 0);
    const words = query ? this.#wordsOf(query, node) : 0;
    if (more + words === 0) return calls;
    // With few results, the search runs once more with optional words; without results, all words together and each alone are
    // searched with similar words, too.
    const perRun = (calls.perObject?.search ?? 0) + more;
    return {
      ...calls,
      perObject: { ...calls.perObject, search: words === 0 ? perRun : 2 * perRun + 1 + words },
    };
  }

  #wordsOf(query: GraphQLArgument, node: FieldNode): number {
    const count = (text: unknown) => (typeof text === 'string' ? probedWords(text).length : 0);
    const value = node.arguments?.find(({ name }) => name.value === query.name)?.value;
    if (value?.kind !== Kind.VARIABLE) return count(value && valueFromAST(value, query.type));
    return this.#read([value, query], ({ [value.name.value]: given }) => count(given));
  }

  /**
   * Returns the largest value of the slicing arguments, where a list counts by its length. Null and missing arguments have
   * the defaults of the schema, as in the resolvers. A size out of range is 0: the field is an error, see `guardSizes`.
   */
  #sizeOf(
    { slicingArguments, assumedSize = ASSUMED_SIZE }: ListSize,
    maxSize: number,
    node: FieldNode,
  ): number {
    if (slicingArguments.length === 0) return assumedSize;
    const given = slicingArguments.flatMap((slice) => {
      const value = this.#valueOf(slice, node);
      return value == null ? [] : [value];
    });
    const values = given.length > 0 ? given : slicingArguments.map(({ defaultValue }) => defaultValue);
    const sizes = values.map(sizeOfValue).filter((size) => size !== undefined);
    if (sizes.some((size) => size < 0 || size > maxSize)) return 0;
    return sizes.length > 0 ? Math.max(...sizes) : assumedSize;
  }

  #lengthOf(list: GraphQLArgument, node: FieldNode): number {
    return sizeOfValue(this.#valueOf(list, node)) ?? 0;
  }

  #valueOf(argument: GraphQLArgument, node: FieldNode): unknown {
    const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    if (value?.kind === Kind.LIST) return value.values;
    if (value?.kind !== Kind.VARIABLE) return value && valueFromAST(value, argument.type);
    const { variables } = this.#options;
    // Of a value, costs depend only on its size.
    this.#read([value], ({ [value.name.value]: given }) =>
      given == null ? given : (sizeOfValue(given) ?? ''),
    );
    return Object.hasOwn(variables, value.name.value) ? variables[value.name.value] : undefined;
  }

  #isExcluded(selection: SelectionNode): boolean {
    const { directives = [] } = selection;
    if (directives.length === 0) return false;
    const { schema } = this.#options;
    return this.#read([directives], (variables) => isExcluded(schema, selection, variables));
  }

  #read<Value>(use: VariableUse, read: (variables: Variables) => Value): Value {
    return this.dependencies.read(use, this.#options.variables, read);
  }
}

/** Returns the sizes of the lists in an object. */
function sizesWithin({ isList, sizes }: FieldCost, listSizes: readonly number[]): ListSizes {
  if (isList || sizes.length === 0) return NO_SIZES;
  return new Map(
    sizes.flatMap(({ sizedFields }, i) => sizedFields.map((name) => [name, listSizes[i] as number] as const)),
  );
}
