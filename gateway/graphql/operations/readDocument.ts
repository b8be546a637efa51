import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { DocumentCharge } from '../../core/operationCost.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import type { Scope } from '../../core/scopes.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { waitForProcessorTime } from './execution/processorTime.ts';
import type { GraphServices } from './graphServices.ts';
import { parseLimitOf, parseOptionsOf } from './limits/parseOptions.ts';
import { chargeDocument } from './rateLimit/documentCharges.ts';
import { RejectedOperation } from './rejectedOperation.ts';
import { validateDocument } from './validateDocument.ts';
import { visibleErrors } from './visibleErrors.ts';

/** A valid document. */
export interface ReadDocument {
  readonly document: DocumentNode;
  /** The charge for parsing and validating it. */
  readonly charge: DocumentCharge;
}

/** Validates each document: the store has documents that are valid in the whole schema. */
const NO_STORE: CompilerServices['validDocuments'] = { get: () => undefined, add: () => undefined };

/** Reads a document as `readDocument` does, but with the schema that a caller sees: names that require further scopes are unknown. */
export const readVisibleDocument = (
  services: DocumentServices,
  principal: Principal,
  requested: RequestedDocument,
): Promise<ReadDocument> =>
  readDocument(
    { ...services, schema: services.visibleSchemas(principal.audience.scopes), validDocuments: NO_STORE },
    principal,
    requested,
  );

type CompilerServices = Pick<GraphServices, 'schema' | 'visibleSchemas' | 'operationLimits'> & {
  readonly validDocuments: Pick<GraphServices['validDocuments'], 'get' | 'add'>;
};
type DocumentServices = CompilerServices & Pick<GraphServices, 'rateLimiter' | 'execution'>;

/**
 * Charges a caller for a document, then parses and validates it, as Apollo Server does for operations over HTTP. The store of
 * valid documents is shared, so a document is read once.
 * @throws RejectedOperation if the document is invalid, or the caller has too few points
 */
export async function readDocument(
  { rateLimiter, execution, ...compiler }: DocumentServices,
  { caller, audience }: Principal,
  requested: RequestedDocument,
): Promise<ReadDocument> {
  const charge = await chargeDocument(rateLimiter, caller, requested);
  if (charge.error) throw new RejectedOperation([charge.error]);
  await waitForProcessorTime(execution, caller);
  return { document: compileDocument(compiler, audience.scopes, requested), charge };
}

/**
 * Returns a document of the store, or parses and validates it, and stores it.
 * @param scopes the scopes of the caller: errors contain no names that require other scopes
 * @throws RejectedOperation if the document is invalid
 */
export function compileDocument(
  services: CompilerServices,
  scopes: readonly Scope[],
  requested: Pick<RequestedDocument, 'text' | 'hash' | 'isTrusted'>,
): DocumentNode {
  const { schema, validDocuments, operationLimits } = services;
  const known = validDocuments.get(requested.hash);
  if (known) return known;
  const document = parseDocument(requested);
  const errors = validateDocument(schema, document, operationLimits, requested);
  if (errors.length > 0)
    throw new RejectedOperation(visibleErrors(services, scopes, { requested, document, errors }));
  validDocuments.add(requested.hash, document);
  return document;
}

/** Parses a document. @throws RejectedOperation if its syntax is wrong, or it is too long */
function parseDocument(requested: Pick<RequestedDocument, 'text' | 'isTrusted'>): DocumentNode {
  const options = parseOptionsOf(requested);
  try {
    return parse(requested.text, options);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { nodes, source, positions, message } = error;
    const { message: limitMessage = message, ...figures } = parseLimitOf(error, options) ?? {};
    const extensions = { code: 'GRAPHQL_PARSE_FAILED', ...figures };
    throw new RejectedOperation([new GraphQLError(limitMessage, { nodes, source, positions, extensions })]);
  }
}
