/** Requests per multi-query. */
export const MAX_QUERIES_PER_REQUEST = 50;
/** Length of a query in UTF-8 bytes. */
export const MAX_QUERY_BYTES = 512;
/** Size of a record as JSON on the smallest plan; other plans allow up to 100 kB. */
export const DEFAULT_MAX_RECORD_BYTES = 10_000;
/** Filters per request, over all filter parameters. */
export const MAX_FILTERS = 1000;
/** Nested groups in a filter expression. Algolia documents no limit; the recursive parser needs one. */
export const MAX_FILTER_DEPTH = 100;
export const MAX_HITS_PER_PAGE = 1000;
export const MAX_VALUES_PER_FACET = 1000;
export const MAX_FACET_HITS = 100;
/** Records per response of browse. */
export const BROWSE_PAGE_SIZE = 1000;
export const MAX_OBJECT_ID_BYTES = 512;
export const MAX_INDEX_NAME_BYTES = 256;
/** Words of a query that are used; further words are ignored. */
export const MAX_QUERY_WORDS = 40;
/** Insights events per request. */
export const MAX_EVENTS_PER_REQUEST = 1000;
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Distance from which two words count as equally far apart. */
export const MAX_PROXIMITY = 8;
