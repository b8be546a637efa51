import type { FastifyRequest } from 'fastify';
import { httpError } from './apiError.ts';

/**
 * From this API version the default perspective is `published`, listeners receive only published documents by default, and
 * there are releases (https://www.sanity.io/docs/content-lake/perspectives).
 */
const RELEASES_SINCE = '2025-02-19';
const VERSION = /^v(1|X|\d{4}-\d{2}-\d{2})$/;

/** Returns whether the API version of a request has releases. @throws ApiError 404 for an invalid version */
export function hasReleases(request: FastifyRequest): boolean {
  const { version } = request.params as { version: string };
  const [, date] = VERSION.exec(version) ?? [];
  if (date === undefined) throw httpError(404, `Not found: ${JSON.stringify(version)} is not an API version`);
  return date === 'X' || date >= RELEASES_SINCE;
}
