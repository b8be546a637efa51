import type { FastifyRequest } from 'fastify';
import { DOCUMENTED_ORIGIN } from './operationPrograms.ts';

const DOCUMENTED_WEB_SOCKET_ORIGIN = DOCUMENTED_ORIGIN.replace('http', 'ws');

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
  const origin = encode(`http${suffix}://${host}`);
  const webSocketOrigin = encode(`ws${suffix}://${host}`);
  // Functions, because `$` has a meaning in a replacement that is a text.
  return text
    .replaceAll(DOCUMENTED_ORIGIN, () => origin)
    .replaceAll(DOCUMENTED_WEB_SOCKET_ORIGIN, () => webSocketOrigin);
}
