import { type DocumentNode, type FieldNode, type GraphQLSchema, getArgumentValues } from 'graphql';
import type { RequestedOperation } from '../cost/operationFields.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import { onlyRootFields } from '../document/rootFields.ts';
import { isExcluded } from '../document/selections.ts';
import { coercedVariables } from '../limits/variables.ts';

const RATE_LIMIT_FIELD = 'rateLimit';
const isRateLimit = ({ name }: FieldNode): boolean => name.value === RATE_LIMIT_FIELD;
const hasArguments = ({ arguments: given }: FieldNode): boolean => given !== undefined && given.length > 0;

/** Recognizes operations that request only their cost: `rateLimit(dryRun: true)` among the root fields. */
export function createDryRuns(
  schema: GraphQLSchema,
  factsOf: FactsOf,
): {
  isDryRun(requested: RequestedOperation): boolean;
  /** Returns a document with only the fields `rateLimit` in its queries. */
  reduce(document: DocumentNode): DocumentNode;
} {
  return {
    isDryRun({ operation, document, variables }) {
      const fields = factsOf(document)
        .ofOperation(operation)
        .rootFields.filter((node) => isRateLimit(node) && hasArguments(node));
      const field = schema.getQueryType()?.getFields()[RATE_LIMIT_FIELD];
      if (fields.length === 0 || !field) return false;
      const coerced = coercedVariables(schema, operation, variables);
      if (!coerced) return false;
      return fields.some(
        (node) =>
          !isExcluded(schema, node, coerced) && getArgumentValues(field, node, coerced).dryRun === true,
      );
    },
    reduce: (document) => onlyRootFields(schema, document, isRateLimit),
  };
}
