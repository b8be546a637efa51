/** The document of an operation. */
export interface RequestedDocument {
  readonly text: string;
  /** The SHA-256 of the text in hexadecimal. */
  readonly hash: string;
  /** True if the request named the document by its id, without its text. */
  readonly isById: boolean;
  /** Stores a document that has passed all limits for requests by its id; undefined if the client has not asked for it. */
  persist?(): Promise<void>;
}

/** What the execution of an operation has to know about its HTTP request. */
export interface OperationRequest {
  readonly document: RequestedDocument;
  /** True if the method of the request is safe, so that it executes no mutation. */
  readonly isReadOnly: boolean;
  /** The entity tags of responses that the client has, as in `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** True if the response reports its cost. */
  readonly reportsCost: boolean;
}
