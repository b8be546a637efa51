import {
  type DirectiveNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
} from 'graphql';
import { MAX_PAGE_SIZE, MAX_REPRESENTATIONS } from '../../../core/relay.ts';
import { type FieldCalls, NO_CALLS, readFieldCalls } from './providerCalls.ts';

/** Size of a list without `@listSize`. */
export const ASSUMED_SIZE = 10;
/** Cost of an object without `@cost`; scalars cost nothing. */
const OBJECT_COST = 1;

type Field = GraphQLField<unknown, unknown>;

/** The cost of a field in a schema, independent of arguments. */
export interface FieldCost {
  readonly type: GraphQLNamedType;
  /** Cost of each object or scalar of the field. */
  readonly weight: number;
  /** True for a scalar without any cost, as most are. */
  readonly isFree: boolean;
  /** Upstream requests of the field. */
  readonly calls: FieldCalls;
  readonly isList: boolean;
  /** The size of a list, and of lists in an object. */
  readonly sizes: readonly ListSize[];
  /** The maximum of the slicing arguments. */
  readonly maxSize: number;
}

/** A `@listSize`. */
export interface ListSize {
  /** The size without slicing arguments. */
  readonly assumedSize: number;
  /** Arguments that set the size; the largest one counts. */
  readonly slicingArguments: readonly GraphQLArgument[];
  /** Fields of the returned object that have this size, if it is not a list itself. */
  readonly sizedFields: readonly string[];
}

/** Returns the cost of a field of a schema. @param parentName the type that has the field */
export type FieldCosts = (parentName: string, field: Field) => FieldCost;

/** Reads `@cost` and `@listSize` of a schema, cached per field. */
export function readFieldCosts(schema: GraphQLSchema): FieldCosts {
  const [cost, listSize] = [schema.getDirective('cost'), schema.getDirective('listSize')];
  const costs = new WeakMap<Field, FieldCost>();
  return (parentName, field) => {
    const before = costs.get(field);
    if (before) return before;
    const read = readField(parentName, field);
    costs.set(field, read);
    return read;
  };

  function readField(parentName: string, field: Field): FieldCost {
    const type = getNamedType(field.type);
    const weight = weightOf(field, type);
    const calls = readFieldCalls(parentName, field);
    return {
      type,
      weight,
      isFree: isLeafType(type) && weight === 0 && calls === NO_CALLS && field.args.length === 0,
      calls,
      isList: isListType(getNullableType(field.type)),
      sizes: readSizes(field),
      maxSize: field.name === '_entities' ? MAX_REPRESENTATIONS : MAX_PAGE_SIZE,
    };
  }

  function readSizes({ astNode, args }: Field): readonly ListSize[] {
    if (!listSize) return [];
    const nodes = astNode?.directives?.filter(({ name }) => name.value === listSize.name) ?? [];
    return nodes.map((node) => {
      const { assumedSize, slicingArguments, sizedFields } = getArgumentValues(listSize, node);
      const names = (slicingArguments ?? []) as readonly string[];
      return {
        assumedSize: (assumedSize as number | undefined) ?? ASSUMED_SIZE,
        slicingArguments: args.filter(({ name }) => names.includes(name)),
        sizedFields: (sizedFields ?? []) as readonly string[],
      };
    });
  }

  function weightOf({ astNode }: Field, type: GraphQLNamedType): number {
    const weights = [astNode, type.astNode].map((node) =>
      cost && node
        ? getDirectiveValues(cost, node as { directives?: readonly DirectiveNode[] })?.weight
        : undefined,
    );
    const weight = Number(weights[0] ?? weights[1] ?? Number.NaN);
    if (Number.isFinite(weight)) return weight;
    return isCompositeType(type) ? OBJECT_COST : 0;
  }
}
