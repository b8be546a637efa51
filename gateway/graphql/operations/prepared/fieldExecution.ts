import {
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isObjectType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import type { ResponseSources } from '../run/responseSources.ts';
import type { FieldPlan, OutputPlan, PlanScope, PointCount, SelectionPlan } from './selectionPlan.ts';

/** The position of a value in a response. */
export type Path = GraphQLResolveInfo['path'];

/** The state of one execution of an operation. */
export class OperationExecution implements PointCount {
  readonly scope: PlanScope;
  readonly context: Context;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Undefined unless the sources of the values are collected. */
  readonly sources: ResponseSources | undefined;
  readonly errors: GraphQLError[] = [];
  /** The points of what is written. Parts that an error replaces by null are included. */
  points = 0;
  readonly #nulledPaths = new Set<Path | undefined>();

  constructor(
    scope: PlanScope,
    context: Context,
    variables: Readonly<Record<string, unknown>>,
    sources: ResponseSources | undefined,
  ) {
    this.scope = scope;
    this.context = context;
    this.variables = variables;
    this.sources = sources;
  }

  /**
   * Adds an error.
   * @param path the value that becomes null; an error below a value that is null already is dropped
   */
  addError(error: GraphQLError, path: Path | undefined): void {
    for (let step = path; step; step = step.prev) if (this.#nulledPaths.has(step)) return;
    if (this.#nulledPaths.has(undefined)) return;
    this.#nulledPaths.add(path);
    this.errors.push(error);
  }

  addEvaluations({ points, inputCosts }: SelectionPlan): void {
    this.points += points;
    for (const cost of inputCosts) this.points += this.scope.evaluationOf(cost, this.variables);
  }

  /**
   * Returns the coerced arguments of a field. They are computed once for equal variables; without variables, once for all executions.
   * @throws GraphQLError if a required argument is null
   */
  argumentsOf(plan: FieldPlan): Record<string, unknown> {
    const { definition, hasVariables, nodes, knownArguments } = plan;
    if (definition.args.length === 0) return {};
    const key = hasVariables ? this.variables : plan;
    const known = knownArguments.get(key);
    // A resolver can change its object.
    if (known) return { ...known };
    const node = nodes[0] as FieldNode;
    const values = getArgumentValues(definition as GraphQLField<unknown, unknown>, node, this.variables);
    knownArguments.set(key, values);
    return { ...values };
  }
}

/** The path of a list item; undefined for the value of the field itself, whose path is created on demand. */
export type ItemPath = Path | undefined;

/**
 * One execution of a field: the `info` of its resolver. Its properties are read from the plan on demand, because most resolvers
 * read few of them; only fields with errors, arguments of connections and nested objects need a path.
 */
export class FieldExecution implements Omit<GraphQLResolveInfo, 'cacheControl'> {
  readonly execution: OperationExecution;
  readonly plan: FieldPlan;
  readonly #parentPath: Path | undefined;
  #path: Path | undefined;

  constructor(execution: OperationExecution, plan: FieldPlan, parentPath: Path | undefined) {
    this.execution = execution;
    this.plan = plan;
    this.#parentPath = parentPath;
  }

  get fieldName() {
    return this.plan.definition.name;
  }
  get fieldNodes() {
    return this.plan.nodes;
  }
  get returnType() {
    return this.plan.definition.type;
  }
  get parentType() {
    return this.plan.parentType;
  }
  get path(): Path {
    this.#path ??= { prev: this.#parentPath, key: this.plan.key, typename: this.plan.parentType.name };
    return this.#path;
  }
  get schema() {
    return this.execution.scope.schema;
  }
  get fragments() {
    return this.execution.scope.fragments;
  }
  get rootValue() {
    return undefined;
  }
  get operation() {
    return this.execution.scope.operation;
  }
  get variableValues() {
    return this.execution.variables as GraphQLResolveInfo['variableValues'];
  }

  /** Calls the resolver. @throws what the resolver throws, or GraphQLError for invalid arguments */
  resolve(source: unknown): unknown {
    const { plan, execution } = this;
    return plan.resolve(source, execution.argumentsOf(plan), execution.context, this as never);
  }

  /**
   * Records the error of a value that can be null; otherwise throws it, so that the enclosing value becomes null.
   * @returns null as JSON
   */
  handleError(output: OutputPlan, itemPath: ItemPath, raw: unknown): string {
    const path = itemPath ?? this.path;
    const error = locatedError(raw, this.fieldNodes, responsePathAsArray(path));
    if (output.isRequired) throw error;
    this.execution.addError(error, path);
    return 'null';
  }
}

/**
 * Returns the object type of a value of a union or interface.
 * @param name the result of `resolveType`
 * @throws GraphQLError if it is not the name of a member
 */
export function objectTypeOf(
  field: FieldExecution,
  type: GraphQLAbstractType,
  name: unknown,
): GraphQLObjectType {
  const { schema } = field;
  const found = typeof name === 'string' ? schema.getType(name) : undefined;
  if (isObjectType(found) && schema.isSubType(type, found)) return found;
  const position = `${field.parentType.name}.${field.fieldName}`;
  throw new GraphQLError(
    name == null
      ? `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${position}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`
      : `expected the name of an object type of ${type.name} for ${position}, got ${String(name)}`,
    { nodes: field.fieldNodes },
  );
}
