import { GraphQLError, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { anonymousCaller } from '../../../core/context.ts';
import type { OperationLimits } from '../../../graphql/operations/cost/operationLimits.ts';
import { validateDocument } from '../../../graphql/operations/validateDocument.ts';

/** The most points of the operation of a page, so that a reader can open several pages one after another. */
const MAX_PAGE_POINTS = 8_000;

/** The longest operation of a page. A page builder with sixty types of blocks needs most of them, for one level of each block. */
const MAX_CHARACTERS = 60_000;

/** Variables with which the cost of an operation is estimated. */
export type Variables = Readonly<Record<string, unknown>>;

/** Returns whether a page can send an operation for a caller without a key. */
export type IsWithinLimits = (text: string, variables: Variables) => boolean;

const ANONYMOUS = anonymousCaller('127.0.0.1');

/** Creates a function that checks operations as `/graphql` checks trusted documents. @param schema the executable schema, with what is hidden from callers */
export const createLimitCheck =
  (
    schema: GraphQLSchema,
    limits: Pick<OperationLimits, 'documentRule' | 'costOf' | 'maxCost'>,
  ): IsWithinLimits =>
  (text, variables) => {
    try {
      const document = parse(text, { noLocation: true, maxSourceLength: MAX_CHARACTERS });
      const operation = getOperationAST(document);
      const errors = validateDocument(schema, document, limits, { isTrusted: true });
      if (!operation || errors.length > 0) return false;
      const cost = limits.costOf({ operation, document, variables });
      return cost !== undefined && cost.points <= Math.min(MAX_PAGE_POINTS, limits.maxCost(ANONYMOUS));
    } catch (error) {
      if (error instanceof GraphQLError) return false;
      throw error;
    }
  };

/** An operation that a page can send. */
export interface WrittenOperation {
  readonly text: string;
  /** The variables that matter for the cost. */
  readonly variables: Variables;
}

/** Returns the first operation within the limits, else the last. @param details from the most to the least */
export function fitOperation<Detail, Operation extends WrittenOperation>(
  details: readonly [Detail, ...Detail[]],
  write: (detail: Detail) => Operation,
  isWithinLimits: IsWithinLimits,
): Operation {
  const [first, ...otherDetails] = details;
  let operation = write(first);
  for (const detail of otherDetails) {
    if (isWithinLimits(operation.text, operation.variables)) break;
    operation = write(detail);
  }
  return operation;
}
