import { type DocumentNode, type GraphQLSchema, getArgumentValues } from 'graphql';
import type { RequestedOperation } from '../cost/operationFields.ts';
import { createRootFields } from '../cost/rootFields.ts';
import { isExcluded } from '../cost/selections.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';

const RATE_LIMIT_FIELD = 'rateLimit';

/** Recognizes operations that request only their cost: `rateLimit(dryRun: true)` among the root fields. */
export function createDryRuns(schema: GraphQLSchema): {
  isDryRun(requested: RequestedOperation): boolean;
  /** Returns the document with only the fields `rateLimit` in the operation. */
  reduce(requested: Pick<RequestedOperation, 'operation' | 'document'>): DocumentNode;
} {
  const rateLimitFields = createRootFields([RATE_LIMIT_FIELD]);
  return {
    isDryRun(requested) {
      const fields = rateLimitFields.find(requested);
      const field = schema.getQueryType()?.getFields()[RATE_LIMIT_FIELD];
      if (fields.length === 0 || !field) return false;
      const coerced = coercedVariables(schema, requested.operation, requested.variables);
      if (!coerced) return false;
      return fields.some(
        (node) =>
          !isExcluded(schema, node, coerced) && getArgumentValues(field, node, coerced).dryRun === true,
      );
    },
    reduce: rateLimitFields.reduce,
  };
}
