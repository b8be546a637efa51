import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';
import { createKeyedAmounts } from '../../core/keyedAmounts.ts';
import { clientIpOf } from './clientIp.ts';

/** Counts the requests in progress of each address. */
export interface RequestsInProgress {
  /** @param address of the client, which may have other addresses in its network */
  of(address: string): number;
  /** The requests of all addresses. */
  readonly total: number;
  /** Counts a request. @returns stops counting it */
  start(address: string): () => void;
}

/** Several hooks listen to the end of a response; Node would warn of more than ten. */
const MAX_CLOSE_LISTENERS = 20;

const STREAM_STARTED = Symbol('stream started');

/** Stops counting a request whose response is an event stream: it waits for events, and takes no time of the processor. */
export const markStreamStarted = (response: ServerResponse): void => void response.emit(STREAM_STARTED);

/** Starts counting the requests of a server. */
export function countRequestsInProgress(app: FastifyInstance): RequestsInProgress {
  const counts = createKeyedAmounts();
  let total = 0;
  const start = (address: string): (() => void) => {
    const network = networkOf(address);
    const count = (change: 1 | -1) => {
      counts.add(network, change);
      total += change;
    };
    count(1);
    let isCounted = true;
    return () => {
      if (isCounted) count(-1);
      isCounted = false;
    };
  };
  app.addHook('onRequest', (request, reply, done) => {
    const stop = start(clientIpOf(request));
    // Fastify's onResponse does not run when the client disconnects.
    reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS).on('close', stop).once(STREAM_STARTED, stop);
    done();
  });
  return {
    of: (address) => counts.of(networkOf(address)),
    get total() {
      return total;
    },
    start,
  };
}
