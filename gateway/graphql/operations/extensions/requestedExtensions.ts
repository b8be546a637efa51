/** The request header that adds the cost to `extensions`. */
export const COST_DEBUG_HEADER = 'x-trivium-cost';
/** The request header that adds the deprecations to `extensions`. */
export const DEPRECATIONS_REQUEST_HEADER = 'x-trivium-deprecations';
/** The request header that adds the sources of the values to `extensions`. */
export const SOURCE_MAP_HEADER = 'x-content-source-map';

/**
 * Returns whether a request has a header that adds to the `extensions` of its response. Such responses are private.
 * @param has returns whether the request has a header
 */
export const requestsExtensions = (has: (name: string) => boolean): boolean =>
  has(COST_DEBUG_HEADER) || has(DEPRECATIONS_REQUEST_HEADER) || has(SOURCE_MAP_HEADER);
