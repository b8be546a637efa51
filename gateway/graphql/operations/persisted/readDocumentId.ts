import { describeType, quoted } from '../../../core/describeValue.ts';
import { HttpError } from '../../../core/httpError.ts';
import type { DocumentStore } from './documentStore.ts';

/** A requested document: its text, its id, or both. An empty text counts as none, because WebSocket clients must send one. */
export interface DocumentRequest {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The id of a document in a request. */
export interface NamedDocument {
  /** The parameter that contains it. */
  readonly parameter: string;
  /** The SHA-256 of the document in hexadecimal; undefined if the id is malformed or unknown. */
  readonly hash: string | undefined;
  /** The error of a malformed id. */
  readonly error: HttpError | undefined;
}

const SHA256_PREFIX = 'sha256:';
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads the id of a document: `documentId`, or else the extension of Apollo's protocol. A `documentId` is `sha256:` and the
 * hash in hexadecimal, the hash alone, or a name in a manifest (GraphQL over HTTP, appendix "Persisted Documents").
 * @returns undefined if the request has none
 */
export function readDocumentId(
  { documentId, extensions }: DocumentRequest,
  { idOf }: Pick<DocumentStore, 'idOf'>,
): NamedDocument | undefined {
  if (documentId !== undefined && documentId !== null && documentId !== '')
    return { parameter: 'documentId', ...readId(documentId, idOf) };
  const extension = (extensions?.persistedQuery ?? undefined) as PersistedQueryExtension | undefined;
  if (extension === undefined) return undefined;
  const { version, sha256Hash } = extension;
  const isWellFormed = version === 1 && typeof sha256Hash === 'string';
  return {
    parameter: 'sha256Hash',
    hash: typeof sha256Hash === 'string' ? sha256Hash : undefined,
    error: isWellFormed ? undefined : malformedExtension(extension),
  };
}

function readId(id: unknown, idOf: DocumentStore['idOf']): Pick<NamedDocument, 'hash' | 'error'> {
  if (typeof id !== 'string') return { hash: undefined, error: malformedId(describeType(id)) };
  const hash = id.startsWith(SHA256_PREFIX) ? id.slice(SHA256_PREFIX.length) : id;
  if (SHA256.test(hash)) return { hash, error: undefined };
  // Other prefixes are reserved.
  return id.includes(':')
    ? { hash: undefined, error: malformedId(quoted(id)) }
    : { hash: idOf(id), error: undefined };
}

interface PersistedQueryExtension {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

const malformedId = (got: string) =>
  new HttpError(
    422,
    'PERSISTED_QUERY_MISMATCH',
    `expected \`documentId\` as "sha256:" and 64 lower-case hexadecimal digits, or as a name in a manifest, got ${got}`,
  );

const malformedExtension = ({ version, sha256Hash }: PersistedQueryExtension) =>
  new HttpError(
    422,
    'PERSISTED_QUERY_MISMATCH',
    `expected \`extensions.persistedQuery\` as {"version": 1, "sha256Hash": "…"}, got ${typeof version === 'number' ? version : describeType(version)} as version and ${describeType(sha256Hash)} as sha256Hash`,
  );

/** Creates the error of an id that does not belong to the text. @param hash of the text */
export const mismatch = ({ parameter, hash: given }: NamedDocument, hash: string) =>
  new HttpError(
    422,
    'PERSISTED_QUERY_MISMATCH',
    `expected \`${parameter}\` to be the SHA-256 of \`query\` in hexadecimal, ${hash}, got ${quoted(given)}; hash the exact text that you send`,
  );
