import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Caller } from '../../core/context.ts';
import type { Figures } from '../../core/errorBody.ts';
import type { DocumentCharge } from '../../core/operationCost.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import { waitForProcessorTime } from './execution/executionQueue.ts';
import type { GraphServices } from './graphServices.ts';
import { oneOfVariables } from './limits/oneOfVariables.ts';
import { PARSE_OPTIONS, parseLimitOf } from './limits/parseOptions.ts';
import { chargeDocument } from './rateLimit/chargeDocument.ts';

const MAX_ERRORS = 5;

/** A valid document. */
export interface ReadDocument {
  readonly document: DocumentNode;
  /** The charge for parsing and validating it. */
  readonly charge: DocumentCharge;
}

/**
 * Charges a caller for a document, then parses and validates it, as Apollo Server does for operations over HTTP. The store of
 * valid documents is shared, so a document is read once.
 * @returns errors if the document is invalid, or the caller has too few points
 */
export async function readDocument(
  {
    schema,
    preparedStore,
    operationLimits,
    rateLimiter,
    execution,
  }: Pick<GraphServices, 'schema' | 'preparedStore' | 'operationLimits' | 'rateLimiter' | 'execution'>,
  caller: Caller,
  { text, hash }: RequestedDocument,
): Promise<ReadDocument | readonly GraphQLError[]> {
  const charge = await chargeDocument(rateLimiter, caller, text);
  if (charge.error) return [charge.error];
  await waitForProcessorTime(execution, caller);
  const known = preparedStore.get(hash);
  if (known) return { document: known, charge };
  const document = parseAndValidate(schema, text, operationLimits.documentRule);
  if (!('kind' in document)) return document;
  preparedStore.add(hash, document);
  return { document, charge };
}

/** @returns the document, or errors */
function parseAndValidate(
  schema: GraphQLSchema,
  text: string,
  documentRule: ValidationRule,
): DocumentNode | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parse(text, PARSE_OPTIONS);
  } catch (error) {
    const limit = parseLimitOf(error as GraphQLError);
    return [withCode(error as GraphQLError, 'GRAPHQL_PARSE_FAILED', limit === undefined ? {} : { limit })];
  }
  const rules = [...specifiedRules, documentRule, oneOfVariables];
  const errors = validate(schema, document, rules, { maxErrors: MAX_ERRORS });
  return errors.length === 0 ? document : errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
}

/** Adds a code and figures to an error without them. */
function withCode(error: GraphQLError, code: string, figures: Figures = {}): GraphQLError {
  const { nodes, source, positions, extensions } = error;
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    extensions: { code, ...figures, ...extensions },
  });
}
