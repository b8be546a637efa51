import {
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLResolveInfo,
  getArgumentValues,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import type { FieldPlan, PlanScope } from './selectionPlan.ts';

/** The position of a value in a response. */
export type Path = GraphQLResolveInfo['path'];

/** The state of one execution of an operation. */
export class OperationExecution {
  readonly scope: PlanScope;
  readonly context: Context;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: GraphQLError[] = [];
  readonly #nulledPaths = new Set<Path | undefined>();
  readonly #arguments = new Map<FieldPlan, Record<string, unknown>>();

  constructor(scope: PlanScope, context: Context, variables: Readonly<Record<string, unknown>>) {
    this.scope = scope;
    this.context = context;
    this.variables = variables;
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

  /**
   * Returns the coerced arguments of a field. They are computed once per execution; without variables, once for all executions.
   * @throws GraphQLError if a required argument is null
   */
  argumentsOf(plan: FieldPlan): Record<string, unknown> {
    const { definition, hasVariables, nodes } = plan;
    if (definition.args.length === 0) return {};
    const known = hasVariables ? this.#arguments.get(plan) : plan.constantArguments;
    const values =
      known ??
      getArgumentValues(definition as GraphQLField<unknown, unknown>, nodes[0] as FieldNode, this.variables);
    if (known === undefined) {
      if (hasVariables) this.#arguments.set(plan, values);
      else plan.constantArguments = values;
    }
    // A resolver can change its object.
    return { ...values };
  }
}
