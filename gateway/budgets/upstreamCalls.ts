import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type { Provider } from '../errors.ts';

/** Requests to providers that one request of a client has led to. */
export type UpstreamCalls = Record<Provider, number>;

/** Whose request is being answered: what is shared by many, such as a load that several wait for, is the first one's. */
const current = new AsyncLocalStorage<UpstreamCalls>();

/** Begins to count for each request that is answered at an address. */
export function countUpstreamCalls(app: FastifyInstance, path: string): void {
  // Once the body is there: what is heard from a socket belongs to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.url === path) current.run({ content: 0, media: 0, search: 0 }, done);
    else done();
  });
}

/** Counts one request to a provider for whoever it is made for. */
export function noteUpstreamCall(provider: Provider): void {
  const calls = current.getStore();
  if (calls) calls[provider] += 1;
}

/** What has been counted for the request that is being answered. */
export const upstreamCalls = (): Readonly<UpstreamCalls> =>
  current.getStore() ?? { content: 0, media: 0, search: 0 };
