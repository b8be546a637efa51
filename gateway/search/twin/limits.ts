/** Requests in one multi-query. */
export const MOST_QUERIES = 50;
/** Bytes of a query, as UTF-8. */
export const LONGEST_QUERY = 512;
/** Bytes of a record as JSON, on the smallest plan; others allow up to 100 kB. */
export const RECORD_SIZE = 10_000;
/** Filters in one request, over all of its filter parameters. */
export const MOST_FILTERS = 1000;
/** Groups inside groups in a filter expression; the provider names no number, and a parser needs one. */
export const DEEPEST_FILTER = 100;
export const MOST_HITS_PER_PAGE = 1000;
export const MOST_VALUES_PER_FACET = 1000;
export const MOST_FACET_HITS = 100;
/** Records of one answer of browse. */
export const BROWSE_PAGE = 1000;
/** Bytes of an object id. */
export const LONGEST_OBJECT_ID = 512;
/** Bytes of an index name. */
export const LONGEST_INDEX_NAME = 256;
/** Words of a query that are looked at; those after them are ignored. */
export const MOST_QUERY_WORDS = 40;
/** Events in one request. */
export const MOST_EVENTS = 1000;
/** Bytes of a request's body. */
export const BODY_LIMIT = 32 * 1024 * 1024;
/** Proximity beyond which two words count as equally far apart. */
export const FARTHEST = 8;
