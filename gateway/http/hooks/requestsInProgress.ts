import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';
import { createFairLimiter } from '../../services/scheduling/fairLimiter.ts';
import { clientIpOf } from './clientIp.ts';

/** Counts the requests in progress of each address. */
export interface RequestsInProgress {
  /** @param address of the client, which may have other addresses in its network */
  of(address: string): number;
  /** The requests of all addresses. */
  readonly total: number;
  /** Counts a request. @returns its slot, with which it ends */
  start(address: string): Disposable;
}

/** Several hooks listen to the end of a response; Node would warn of more than ten. */
const MAX_CLOSE_LISTENERS = 20;

const STREAM_STARTED = Symbol('stream started');

/** Stops counting a request whose response is an event stream: it waits for events, and takes no time of the processor. */
export const markStreamStarted = (response: ServerResponse): void => void response.emit(STREAM_STARTED);

/** Starts counting the requests of a server. */
export function countRequestsInProgress(app: FastifyInstance): RequestsInProgress {
  // Without limits: the hooks that shed load decide by the amounts.
  const inProgress = createFairLimiter({});
  const start = (address: string): Disposable => inProgress.take(networkOf(address), 1);
  app.addHook('onRequest', (request, reply, done) => {
    const slot = start(clientIpOf(request));
    const stop = () => slot[Symbol.dispose]();
    // Fastify's onResponse does not run when the client disconnects.
    reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS).on('close', stop).once(STREAM_STARTED, stop);
    done();
  });
  return {
    of: (address) => inProgress.amountOf(networkOf(address)),
    get total() {
      return inProgress.total;
    },
    start,
  };
}
