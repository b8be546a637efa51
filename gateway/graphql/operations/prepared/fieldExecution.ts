import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import type { OperationExecution, Path } from './operationExecution.ts';
import type { FieldPlan, OutputPlan } from './selectionPlan.ts';

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

  /** Records the error of a value that can be null; otherwise throws it, so that the enclosing value becomes null. */
  handleError(output: OutputPlan, itemPath: ItemPath, raw: unknown): null {
    const path = itemPath ?? this.path;
    const error = locatedError(raw, this.fieldNodes, responsePathAsArray(path));
    if (output.isRequired) throw error;
    this.execution.addError(error, path);
    return null;
  }
}
