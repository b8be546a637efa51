import {
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import { type FieldGetter, getterOf } from '../../../core/fieldGetter.ts';
import { containsVariable, isExcluded, mergedFields } from '../document/selections.ts';
import { leafGetter } from './leafGetter.ts';

/** The completion of the values of a type. */
export type OutputPlan = { readonly isRequired: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: OutputPlan }
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType }
);

/** A field of an object type under one response key. */
export interface FieldPlan {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, Context>;
  readonly resolve: GraphQLFieldResolver<unknown, Context>;
  /** Reads the value without the resolver; undefined for leaves, and for fields that need their resolver. */
  readonly read: FieldGetter | undefined;
  /** Reads and serializes a leaf without the resolver. */
  readonly readLeaf: FieldGetter | undefined;
  readonly output: OutputPlan;
  readonly hasVariables: boolean;
  /** The arguments, if they do not depend on variables. Set by the first execution. */
  constantArguments?: Record<string, unknown>;
  /** The selection of each object type that the values have had. */
  readonly selections: Map<GraphQLObjectType, SelectionPlan>;
}

/** The selected fields of an object type. */
export interface SelectionPlan {
  readonly fields: readonly FieldPlan[];
  /**
   * The class of result objects. All objects of a selection share one hidden class of V8, so that they are created and serialized
   * fast. They have no prototype methods, because `__proto__` and `toString` can be response keys.
   */
  readonly Result: new () => Record<string, unknown>;
  /** True if all fields have getters, at any depth; undefined while that is unknown. */
  isReadable?: boolean | undefined;
}

/** The schema and operation of a selection. */
export interface PlanScope {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Collects the fields of an object type in the selection sets of a field, as CollectFields of the specification
 * (https://spec.graphql.org/October2021/#CollectFields()).
 * @param variables coerced; only those in `@include` and `@skip` are read
 * @throws GraphQLError if a condition is null
 */
export function planSelection(
  scope: PlanScope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  variables: Variables,
): SelectionPlan {
  const { schema, fragments } = scope;
  const fragmentOf = (name: string) => fragments[name];
  const isExcludedHere = (selection: SelectionNode) => isExcluded(schema, selection, variables);
  const nodes = mergedFields({ schema, fragmentOf, isExcluded: isExcludedHere }, sets, type);
  return {
    fields: [...nodes].flatMap(([key, fieldNodes]) => planField(type, key, fieldNodes)),
    Result: createResultClass(),
    isReadable: undefined,
  };
}

function planField(parentType: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): FieldPlan[] {
  const node = nodes[0] as FieldNode;
  const name = node.name.value;
  // Queries with introspection are not prepared.
  const definition = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parentType.getFields()[name];
  if (!definition) return [];
  const { resolve = defaultFieldResolver } = definition;
  const output = outputOf(definition.type);
  const isTypeName = definition === TypeNameMetaFieldDef;
  const read = isTypeName ? () => parentType.name : getterOf(resolve, { responseKey: key, parentType });
  const isLeaf = output.kind === 'leaf';
  return [
    {
      key,
      nodes,
      parentType,
      definition,
      resolve,
      read: isLeaf ? undefined : read,
      readLeaf: isLeaf && read ? leafGetter(read, output.type, output.isRequired) : undefined,
      output,
      hasVariables: node.arguments?.some(({ value }) => containsVariable(value)) ?? false,
      selections: new Map(),
    },
  ];
}

function outputOf(type: GraphQLOutputType): OutputPlan {
  const isRequired = isNonNullType(type);
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) return { isRequired, kind: 'list', item: outputOf(nullable.ofType) };
  if (isLeafType(nullable)) return { isRequired, kind: 'leaf', type: nullable };
  if (isAbstractType(nullable)) return { isRequired, kind: 'abstract', type: nullable };
  return { isRequired, kind: 'object', type: nullable };
}

function createResultClass(): SelectionPlan['Result'] {
  class Result {}
  Object.setPrototypeOf(Result.prototype, null);
  return Result as SelectionPlan['Result'];
}
