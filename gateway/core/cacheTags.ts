/** Stands for every `_type` if a `@groq` expression does not show which documents it reads. */
export const ANY_TYPE = '*';

/**
 * Stands for the types that a model states or implies for an expression. A reference may lead to a document of another type, so
 * every change invalidates it unless live events report the change: they name what they change exactly.
 */
export const ASSUMED_TYPES = '~';

const typeTag = (documentType: string): string => `content:type:${documentType}`;

/**
 * Returns the cache tags of a query's result.
 * @param syncTags Sanity's own tags, which its live events contain
 * @param documentTypes the `_type`s that the query reads; webhooks contain the `_type` of a document
 */
export const contentTags = (syncTags: readonly string[], documentTypes: readonly string[]): string[] => [
  ...syncTags.map((tag) => `content:${tag}`),
  ...documentTypes.map(typeTag),
];

/** The tag of results that may contain documents of any type. */
export const ANY_TYPE_TAG = typeTag(ANY_TYPE);

/** The tag of results whose types of documents the model states or implies; see `ASSUMED_TYPES`. */
export const ASSUMED_TYPES_TAG = typeTag(ASSUMED_TYPES);

/** Returns the cache tags that a change to a document of this `_type` invalidates. */
export const tagsOfDocumentChange = (documentType: string): string[] => [typeTag(documentType), ANY_TYPE_TAG];

/** Returns the cache tag of everything that depends on an asset. */
export const assetTag = (id: string): string => `media:${id}`;

/** Returns the cache tag of all results from an index. */
export const indexTag = (index: string): string => `search:${index}`;
