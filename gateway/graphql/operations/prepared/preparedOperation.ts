import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../../core/context.ts';
import { fragmentsOf } from '../document/selections.ts';
import { type ExecutionPlan, executePlan } from './executePlan.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A query that is compiled for execution. */
export interface PreparedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** @param variables coerced */
  execute(context: Context, variables: Variables): ExecutionResult | Promise<ExecutionResult>;
}

/** Plans of one operation; more outcomes of its conditions replace the others. */
const MAX_PLANS = 8;

/**
 * Prepares a query of a valid document. Its selections are collected during the first execution, once for each outcome of
 * `@include` and `@skip`.
 * @param directiveVariables the variables in the arguments of directives
 */
export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  directiveVariables: readonly string[],
): PreparedOperation {
  const scope = { schema, operation, fragments: Object.fromEntries(fragmentsOf(document)) };
  const plans = new Map<string, ExecutionPlan>();
  const planFor = (variables: Variables): ExecutionPlan => {
    const outcome = directiveVariables.map((name) => String(variables[name])).join();
    const plan = plans.get(outcome) ?? { ...scope };
    if (plans.size >= MAX_PLANS && !plans.has(outcome)) plans.clear();
    plans.set(outcome, plan);
    return plan;
  };
  return {
    schema,
    document,
    operation,
    execute: (context, variables) => executePlan(planFor(variables), context, variables),
  };
}
