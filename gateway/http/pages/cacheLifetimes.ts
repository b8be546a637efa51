import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { CacheLifetime } from '../../core/cachedOperation.ts';

/** The lifetimes of the cacheable responses to pages of this server, which send their queries in process. */
const lifetimes = new WeakMap<ServerResponse, CacheLifetime>();

/** Records the lifetime of a response, if a page sent the request. */
export function recordCacheLifetime(
  request: FastifyRequest,
  response: ServerResponse,
  lifetime: CacheLifetime,
): void {
  if (isInjected(request)) lifetimes.set(response, lifetime);
}

/** Returns the lifetime of a response to a page; undefined if it must not be cached. */
export const cacheLifetimeOf = (response: ServerResponse): CacheLifetime | undefined =>
  lifetimes.get(response);

/** Returns whether a page of this server sent a request. */
export const isInjected = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);
