/**
 * Returns whether a document is private by its id. Sanity gives documents with a dot in their id to callers with a token only
 * (https://www.sanity.io/docs/content-lake/ids). Drafts and release versions are known by the ids of their documents.
 */
export const isPrivateId = (id: string): boolean => id.includes('.');
