import {
  type DocumentNode,
  GraphQLError,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Audience, Caller } from '../../core/context.ts';
import type { Figures } from '../../core/errorBody.ts';
import type { DocumentCharge } from '../../core/operationCost.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import { waitForProcessorTime } from './execution/executionQueue.ts';
import type { GraphServices } from './graphServices.ts';
import { trustedDocumentRule } from './limits/documentLimits.ts';
import { oneOfVariables } from './limits/oneOfVariables.ts';
import { parseLimitOf, parseOptionsOf } from './limits/parseOptions.ts';
import { chargeDocument } from './rateLimit/chargeDocument.ts';
import { visibleSuggestions } from './visibleSuggestions.ts';

const MAX_ERRORS = 5;

/** A valid document. */
export interface ReadDocument {
  readonly document: DocumentNode;
  /** The charge for parsing and validating it. */
  readonly charge: DocumentCharge;
}

/** Validates each document: the store has documents that are valid in the whole schema. */
const NO_STORE: CompilerServices['preparedStore'] = { get: () => undefined, add: () => undefined };

/** Reads a document as `readDocument` does, but with the schema that a caller sees: names that require further scopes are unknown. */
export const readVisibleDocument = (
  services: Parameters<typeof readDocument>[0],
  { caller, audience }: { readonly caller: Caller; readonly audience: Audience },
  requested: RequestedDocument,
): ReturnType<typeof readDocument> =>
  readDocument(
    { ...services, schema: services.visibleSchemas(audience.scopes), preparedStore: NO_STORE },
    caller,
    requested,
  );

type CompilerServices = Pick<GraphServices, 'schema' | 'visibleSchemas' | 'operationLimits'> & {
  readonly preparedStore: Pick<GraphServices['preparedStore'], 'get' | 'add'>;
};

/**
 * Charges a caller for a document, then parses and validates it, as Apollo Server does for operations over HTTP. The store of
 * valid documents is shared, so a document is read once.
 * @returns errors if the document is invalid, or the caller has too few points
 */
export async function readDocument(
  {
    rateLimiter,
    execution,
    ...compiler
  }: CompilerServices & Pick<GraphServices, 'rateLimiter' | 'execution'>,
  caller: Caller,
  requested: RequestedDocument,
): Promise<ReadDocument | readonly GraphQLError[]> {
  const charge = await chargeDocument(rateLimiter, caller, requested);
  if (charge.error) return [charge.error];
  await waitForProcessorTime(execution, caller);
  const document = compileDocument(compiler, requested);
  return 'kind' in document ? { document, charge } : document;
}

/**
 * Returns a document of the store, or parses and validates it, and stores it. Trusted documents have no limits.
 * @returns the document, or errors
 */
export function compileDocument(
  { schema, visibleSchemas, preparedStore, operationLimits }: CompilerServices,
  requested: Pick<RequestedDocument, 'text' | 'hash' | 'isTrusted'>,
): DocumentNode | readonly GraphQLError[] {
  const { hash, isTrusted } = requested;
  const known = preparedStore.get(hash);
  if (known) return known;
  const rule = isTrusted ? trustedDocumentRule : operationLimits.documentRule;
  const document = parseAndValidate({ schema, visibleSchemas }, requested, rule);
  if ('kind' in document) preparedStore.add(hash, document);
  return document;
}

/** @returns the document, or errors */
function parseAndValidate(
  { schema, visibleSchemas }: Pick<GraphServices, 'schema' | 'visibleSchemas'>,
  requested: Pick<RequestedDocument, 'text' | 'isTrusted'>,
  documentRule: ValidationRule,
): DocumentNode | readonly GraphQLError[] {
  const options = parseOptionsOf(requested);
  let document: DocumentNode;
  try {
    document = parse(requested.text, options);
  } catch (error) {
    const { message, ...figures } = parseLimitOf(error as GraphQLError, options) ?? {};
    return [withCode(error as GraphQLError, 'GRAPHQL_PARSE_FAILED', figures, message)];
  }
  const rules = [...specifiedRules, documentRule, oneOfVariables];
  const errors = validate(schema, document, rules, { maxErrors: MAX_ERRORS });
  if (errors.length === 0) return document;
  const visible = visibleSuggestions(visibleSchemas, { document });
  return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED', {}, visible(error.message)));
}

/** Adds a code and figures to an error without them. */
function withCode(
  error: GraphQLError,
  code: string,
  figures: Figures = {},
  message: string = error.message,
): GraphQLError {
  const { nodes, source, positions, extensions } = error;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    extensions: { code, ...figures, ...extensions },
  });
}
