import type { FastifyRequest } from 'fastify';
import { httpError } from './apiError.ts';

/**
 * From this API version the default perspective is `published`, listeners receive only published documents by default, and
 * there are releases (https://www.sanity.io/docs/content-lake/perspectives).
 */
const RELEASES_SINCE = '2025-02-19';
/** API versions before have no source maps (https://www.sanity.io/docs/content-source-maps). */
const SOURCE_MAPS_SINCE = '2021-03-25';
const VERSION = /^v(1|X|\d{4}-\d{2}-\d{2})$/;

/** Returns whether the API version of a request has releases. @throws ApiError 404 for an invalid version */
export const hasReleases = (request: FastifyRequest): boolean => isSince(request, RELEASES_SINCE);

/** Returns whether the API version of a request has source maps. @throws ApiError 404 for an invalid version */
export const hasSourceMaps = (request: FastifyRequest): boolean => isSince(request, SOURCE_MAPS_SINCE);

function isSince(request: FastifyRequest, since: string): boolean {
  const { version } = request.params as { version: string };
  const [, date] = VERSION.exec(version) ?? [];
  if (date === undefined) throw httpError(404, `Not found: ${JSON.stringify(version)} is not an API version`);
  return date === 'X' || (date !== '1' && date >= since);
}
