import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import { fragmentsOf } from '../cost/selections.ts';
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
 */
export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PreparedOperation {
  const scope = { schema, operation, fragments: Object.fromEntries(fragmentsOf(document)) };
  const conditions = conditionVariables(document);
  const plans = new Map<string, ExecutionPlan>();
  const planFor = (variables: Variables): ExecutionPlan => {
    const outcome = conditions.map((name) => String(variables[name])).join();
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

/** Returns the variables in the directives of a document. */
function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    [Kind.DIRECTIVE](directive) {
      for (const { value } of directive.arguments ?? [])
        if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
