import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';
import { createKeyedAmounts } from '../../core/keyedAmounts.ts';

/** Counts the requests in progress of each address. */
export interface RequestsInProgress {
  /** @param address of the client, which may have other addresses in its network */
  of(address: string): number;
}

/** Several hooks listen to the end of a response; Node would warn of more than ten. */
const MAX_CLOSE_LISTENERS = 20;

/** Starts counting the requests of a server. */
export function countRequestsInProgress(app: FastifyInstance): RequestsInProgress {
  const counts = createKeyedAmounts();
  app.addHook('onRequest', async (request, reply) => {
    const network = networkOf(request.ip);
    counts.add(network, 1);
    // Fastify's onResponse does not run when the client disconnects.
    reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS).once('close', () => counts.add(network, -1));
  });
  return { of: (address) => counts.of(networkOf(address)) };
}
