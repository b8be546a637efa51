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
  getNamedType,
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
import { type FindSources, sourceFinderOf, sourcesAt } from '../../../core/valueSources.ts';
import type { CostTree, CostTrees } from '../cost/actualCost.ts';
import { containsVariable, isExcluded, mergedFields } from '../document/selections.ts';
import type { ResponseSources } from '../run/responseSources.ts';
import { type LeafWriter, leafWriter } from './leafWriter.ts';

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
  /** The text before its value: `{"title":` for the first field of a selection, `,"title":` for later fields. */
  readonly prefix: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, Context>;
  readonly resolve: GraphQLFieldResolver<unknown, Context>;
  /** Reads the value without the resolver; undefined for leaves, and for fields that need their resolver. */
  readonly getter: FieldGetter | undefined;
  /** Writes a leaf with its prefix, without the resolver. */
  readonly writeLeaf: LeafWriter | undefined;
  readonly output: OutputPlan;
  readonly hasVariables: boolean;
  /** Its coerced arguments by coerced variables; by this plan itself if they depend on none. */
  readonly knownArguments: WeakMap<object, Record<string, unknown>>;
  /** The costs of its values; undefined if they are free. */
  readonly cost: CostTree | undefined;
  /** The points of a value, and of a null in a list. */
  readonly points: number;
  readonly pointsOfNull: number;
  /** The selection of each object type that the values have had; see `selectionOf`. */
  readonly selections: Map<GraphQLObjectType, SelectionPlan>;
  /** The selection of the last value. */
  lastSelection: SelectionPlan | undefined;
  /** Writes a value without resolvers; null if a field within needs its resolver, and undefined while that is unknown. */
  valueWriter: ValueWriter | null | undefined;
}

/** The part of an execution that counts the points of what is written. */
export interface PointCount {
  points: number;
  /** Adds the points of resolving the fields of an object. */
  addEvaluations(selection: SelectionPlan): void;
}

/**
 * Writes the JSON of a value whose fields all have getters, at any depth. For `topics { id title }`, the value
 *
 *     [{ "@type": "topic", "@id": "chaos", id: …, title: "Chaos \"theory\"" }]
 *
 * is written as `[{"id":"VG9waWM6Y2hhb3M","title":"Chaos \"theory\""}]`. No resolver is called, so nothing waits, and no path is
 * needed. The points of what is written are added to the points of the execution.
 * @param value what the getter of the field has read
 * @returns undefined if the executor has to complete what the resolver of the field returns: for every error
 */
export type ValueWriter = (execution: PointCount, value: unknown) => string | undefined;

/** The selected fields of an object type. */
export interface SelectionPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** The text after the fields. */
  readonly end: string;
  /** The points of resolving its fields, without fields whose arguments have a cost. */
  readonly points: number;
  /** The costs of the fields whose arguments have a cost. */
  readonly inputCosts: readonly CostTree[];
}

/** The schema and operation of a selection. */
export interface PlanScope {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The costs of the operation. */
  readonly cost: CostTree;
  readonly evaluationOf: CostTrees['evaluationOf'];
  /** True if the sources of the values are collected. */
  readonly hasSources?: boolean;
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Collects the fields of an object type in the selection sets of a field, as CollectFields of the specification
 * (https://spec.graphql.org/October2021/#CollectFields()).
 * @param cost of the field; undefined if its values are free
 * @param variables coerced; only variables in `@include` and `@skip` are read
 * @throws GraphQLError if a condition is null
 */
export function planSelection(
  scope: PlanScope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  cost: CostTree | undefined,
  variables: Variables,
): SelectionPlan {
  const { schema, fragments, hasSources = false } = scope;
  const fragmentOf = (name: string) => fragments[name];
  const isExcludedHere = (selection: SelectionNode) => isExcluded(schema, selection, variables);
  const nodes = mergedFields({ schema, fragmentOf, isExcluded: isExcludedHere }, sets, type);
  const fields: FieldPlan[] = [];
  for (const [key, fieldNodes] of nodes) {
    const prefix = `${fields.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    const selected = { key, prefix, nodes: fieldNodes, cost: cost?.fields.get(key) };
    const field = planField(type, selected, hasSources);
    if (field) fields.push(field);
  }
  const costs = fields.flatMap((field) => field.cost ?? []);
  const hasInputs = ({ inputs }: CostTree) => inputs.length > 0;
  return {
    type,
    fields,
    end: fields.length === 0 ? '{}' : '}',
    points: costs.reduce((sum, tree) => (hasInputs(tree) ? sum : sum + tree.evaluation), 0),
    inputCosts: costs.filter(hasInputs),
  };
}

function planField(
  parentType: GraphQLObjectType,
  selected: Pick<FieldPlan, 'key' | 'prefix' | 'nodes' | 'cost'>,
  hasSources: boolean,
): FieldPlan | undefined {
  const { key, nodes, cost } = selected;
  const node = nodes[0] as FieldNode;
  const name = node.name.value;
  // Queries with introspection are not prepared.
  const definition = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parentType.getFields()[name];
  if (!definition) return undefined;
  const { resolve: resolveValue = defaultFieldResolver } = definition;
  const isOfLeaves = isLeafType(getNamedType(definition.type));
  const resolve = (hasSources && withSourceCollection(resolveValue, key, isOfLeaves)) || resolveValue;
  const output = outputOf(definition.type);
  const isTypeName = definition === TypeNameMetaFieldDef;
  const getter = isTypeName
    ? { read: () => parentType.name }
    : getterOf(resolve, { responseKey: key, parentType });
  const points = cost?.value ?? 0;
  const isLeaf = output.kind === 'leaf';
  return {
    ...selected,
    parentType,
    definition,
    resolve,
    getter: isLeaf ? undefined : getter,
    // The writer of a leaf adds no points.
    writeLeaf:
      isLeaf && getter && points === 0
        ? leafWriter(getter, { ...output, prefix: selected.prefix })
        : undefined,
    output,
    hasVariables: nodes[0]?.arguments?.some(({ value }) => containsVariable(value)) ?? false,
    knownArguments: new WeakMap(),
    points,
    pointsOfNull: Math.min(1, points),
    selections: new Map(),
    lastSelection: undefined,
    valueWriter: undefined,
  };
}

type Resolver = GraphQLFieldResolver<unknown, Context>;

/** The part of `FieldExecution` that collects sources. */
interface Collection {
  readonly execution: { readonly sources: ResponseSources | undefined };
}

/**
 * Returns a resolver that also collects the sources of the field's value. It has no getter, so that the executor calls it.
 * @param isOfLeaves whether the values are scalars or enums
 * @returns undefined for a resolver whose values have no sources
 */
function withSourceCollection(
  resolve: Resolver,
  responseKey: string,
  isOfLeaves: boolean,
): Resolver | undefined {
  const findSources: FindSources | undefined = sourceFinderOf(resolve);
  if (!findSources && !(isOfLeaves && resolve === defaultFieldResolver)) return undefined;
  return (parent, args, context, info) => {
    const sources = findSources?.(parent, responseKey) ?? sourcesAt(parent, info.fieldName);
    (info as unknown as Collection).execution.sources?.add(info.path, sources);
    return resolve(parent, args, context, info);
  };
}

/** Returns the selection of a value's object type; undefined if no value has had this type. */
export function selectionOf(field: FieldPlan, type: GraphQLObjectType): SelectionPlan | undefined {
  if (field.lastSelection?.type !== type) field.lastSelection = field.selections.get(type);
  return field.lastSelection;
}

function outputOf(type: GraphQLOutputType): OutputPlan {
  const isRequired = isNonNullType(type);
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) return { isRequired, kind: 'list', item: outputOf(nullable.ofType) };
  if (isLeafType(nullable)) return { isRequired, kind: 'leaf', type: nullable };
  if (isAbstractType(nullable)) return { isRequired, kind: 'abstract', type: nullable };
  return { isRequired, kind: 'object', type: nullable };
}
