import type { FastifyRequest } from 'fastify';
import { DOCUMENTED_ORIGIN } from './operationPrograms.ts';

/**
 * Replaces the origin in examples by that of a request. It is that of `Host`, by which caches distinguish responses, and not
 * that of `X-Forwarded-Host`.
 * @param encode escapes the origin for the format of the text
 */
export function withOrigin(
  text: string,
  { protocol, headers: { host } }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  encode = (origin: string): string => origin,
): string {
  if (!host) return text;
  const suffix = protocol === 'https' ? 's' : '';
  return text
    .replaceAll(DOCUMENTED_ORIGIN, encode(`http${suffix}://${host}`))
    .replaceAll(DOCUMENTED_ORIGIN.replace('http', 'ws'), encode(`ws${suffix}://${host}`));
}
