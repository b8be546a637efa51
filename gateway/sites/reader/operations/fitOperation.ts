import { GraphQLError, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { anonymousCaller } from '../../../core/context.ts';
import type { OperationLimits } from '../../../graphql/operations/cost/operationLimits.ts';
import { validateDocument } from '../../../graphql/operations/validateDocument.ts';
import { shareSelections } from './shareSelections.ts';

/** The most points of the operation of a page, so that a reader can open several pages one after another. */
const MAX_PAGE_POINTS = 8_000;

/**
 * The longest operation of a page before its selection sets are shared. Its GROQ is about twice as long, and Sanity has a limit
 * of 300 KB.
 */
const MAX_CHARACTERS = 150_000;
/** Operations that are longer share their selection sets. */
const MAX_UNSHARED_CHARACTERS = 20_000;

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

export interface FitOptions {
  /** The schema of the operation. */
  readonly schema: GraphQLSchema;
  readonly isWithinLimits: IsWithinLimits;
}

/** Returns the first operation within the limits, else the last. @param details from the most to the least */
export function fitOperation<Detail, Operation extends WrittenOperation>(
  [first, ...otherDetails]: readonly [Detail, ...Detail[]],
  write: (detail: Detail) => Operation,
  { schema, isWithinLimits }: FitOptions,
): Operation {
  let operation = write(first);
  for (const detail of otherDetails) {
    const { text, variables } = operation;
    if (text.length <= MAX_CHARACTERS) {
      const short = text.length > MAX_UNSHARED_CHARACTERS ? shareSelections(text, schema) : text;
      if (isWithinLimits(short, variables)) return { ...operation, text: short };
    }
    operation = write(detail);
  }
  return operation;
}
