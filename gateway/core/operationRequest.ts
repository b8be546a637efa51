import type { DocumentCharge } from './operationCost.ts';

/** The document of an operation. */
export interface RequestedDocument {
  readonly text: string;
  /** The SHA-256 of the text in hexadecimal. */
  readonly hash: string;
  /** True if the request named the document by its id, without its text. */
  readonly isById: boolean;
  /** True if the team has registered it, so that the limits of documents do not apply. The price of its execution does. */
  readonly isTrusted: boolean;
  /** Stores a document that has passed all limits for requests by its id; undefined if the client has not asked for it. */
  persist?(): Promise<void>;
}

/** A program that sends operations. */
export interface Client {
  readonly name: string;
  /** Empty if unknown. */
  readonly version: string;
  /** True if the caller has a key or a token: other callers cannot take its place in the statistics. */
  readonly isAuthenticated: boolean;
}

/** The parts of a request that the execution of its operation depends on. */
export interface OperationRequest {
  readonly document: RequestedDocument;
  /** The charge for the document, if the request was charged for it before its execution. */
  readonly documentCharge?: DocumentCharge | undefined;
  /** True if the method of the request is safe, so that it executes no mutation. */
  readonly isReadOnly: boolean;
  /** True if a tool of an assistant sends the operation, so that no other method would execute a mutation. */
  readonly isTool?: boolean;
  /** True if the operation must be a subscription, as over a WebSocket. */
  readonly requiresSubscription?: boolean;
  /** The entity tags of responses that the client has, as in `If-None-Match`; without them the response is never 304. */
  readonly ifNoneMatch?: string | undefined;
  /** True if the response reports its cost. */
  readonly reportsCost?: boolean;
  /** True if the response is neither read from the response cache nor stored in it. Default: false. */
  readonly bypassesCache?: boolean;
  /** True if the response reports the deprecated parts of the schema that the operation uses. */
  readonly reportsDeprecations?: boolean;
  /** The header that requests a source map; undefined if the request has none. */
  readonly sourceMapHeader?: string | undefined;
  readonly client: Client;
}
