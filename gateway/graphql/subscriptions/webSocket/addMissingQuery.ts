import { isObject } from '../../../core/validators.ts';

/** Attributes that name a document by its id. */
const DOCUMENT_ID = /"(persistedQuery|documentId)"/;

/** Adds an empty document to a `subscribe` message that names its document by id: graphql-ws requires a text. */
export function addMissingQuery(message: string): string {
  if (!DOCUMENT_ID.test(message)) return message;
  try {
    const value: unknown = JSON.parse(message);
    if (!isObject(value) || value.type !== 'subscribe' || !isObject(value.payload)) return message;
    if (value.payload.query != null) return message;
    return JSON.stringify({ ...value, payload: { ...value.payload, query: '' } });
  } catch {
    // graphql-ws reports malformed messages.
    return message;
  }
}
