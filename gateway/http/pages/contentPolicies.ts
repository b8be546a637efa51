import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ContentPolicy } from '../../core/cachedOperation.ts';

/** The policies of the cacheable responses to pages of this server, which send their queries in process. */
const policies = new WeakMap<ServerResponse, ContentPolicy>();

/** Records the policy of a response, if a page sent the request. */
export function recordContentPolicy(
  request: FastifyRequest,
  response: ServerResponse,
  policy: ContentPolicy,
): void {
  if (isInjected(request)) policies.set(response, policy);
}

/** Returns the policy of a response to a page; undefined if it must not be cached. */
export const contentPolicyOf = (response: ServerResponse): ContentPolicy | undefined =>
  policies.get(response);

/** Returns whether a page of this server sent a request. */
export const isInjected = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);
