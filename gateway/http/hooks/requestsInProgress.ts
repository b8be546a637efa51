import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';

/** Counts the requests in progress of each address. */
export interface RequestsInProgress {
  /** @param address of the client, which may have other addresses in its network */
  of(address: string): number;
}

/** Starts counting the requests of a server. */
export function countRequestsInProgress(app: FastifyInstance): RequestsInProgress {
  const counts = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    const network = networkOf(request.ip);
    counts.set(network, (counts.get(network) ?? 0) + 1);
    reply.raw.once('close', () => {
      const left = (counts.get(network) ?? 0) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
  return { of: (address) => counts.get(networkOf(address)) ?? 0 };
}
