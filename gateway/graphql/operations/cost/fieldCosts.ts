import {
  type DirectiveNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
} from 'graphql';
import { type ListSize, listSizesOf, maximumSizeOf } from '../../schema/listSizes.ts';
import { type FieldCalls, NO_CALLS, readFieldCalls } from './providerCalls.ts';

/** Size of a list without `@listSize`. */
export const ASSUMED_SIZE = 10;
/** Cost of an object without `@cost`; scalars cost nothing. */
const OBJECT_COST = 1;

type Field = GraphQLField<unknown, unknown>;

/** The cost of a field in a schema, independent of arguments. */
export interface FieldCost {
  readonly type: GraphQLNamedType;
  /**
   * Cost of resolving the field, also if its value is null or an empty list: the part of its `@cost` above the cost of a value. It is
   * without the cost of the arguments.
   */
  readonly evaluation: number;
  /** Cost of each object or scalar of the field. */
  readonly value: number;
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

/** Returns the cost of a field of a schema. @param parentName the type that has the field */
export type FieldCosts = (parentName: string, field: Field) => FieldCost;

/** Reads `@cost` and `@listSize` of a schema, cached per field. */
export function readFieldCosts(schema: GraphQLSchema): FieldCosts {
  const cost = schema.getDirective('cost');
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
    const ofType = weightOf(type.astNode) ?? (isCompositeType(type) ? OBJECT_COST : 0);
    const ofField = weightOf(field.astNode) ?? ofType;
    const calls = readFieldCalls(parentName, field);
    return {
      type,
      evaluation: Math.max(0, ofField - ofType),
      value: Math.min(ofField, ofType),
      isFree: isLeafType(type) && ofField === 0 && calls === NO_CALLS && field.args.length === 0,
      calls,
      isList: isListType(getNullableType(field.type)),
      sizes: listSizesOf(schema, field),
      maxSize: maximumSizeOf(field),
    };
  }

  /** Returns the weight of `@cost` on a field or a type; undefined without one. */
  function weightOf(node: Field['astNode'] | GraphQLNamedType['astNode']): number | undefined {
    const values = cost && node && getDirectiveValues(cost, node as DirectivesNode);
    const weight = Number(values?.weight ?? Number.NaN);
    return Number.isFinite(weight) ? weight : undefined;
  }
}

type DirectivesNode = { readonly directives?: readonly DirectiveNode[] };
