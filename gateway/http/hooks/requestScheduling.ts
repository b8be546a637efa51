import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anonymousCaller, identityOf } from '../../core/context.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { isInjected } from '../pages/cacheLifetimes.ts';
import { clientIpOf } from './clientIp.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if requests are not delayed: operators must get a response also if a proxy gives all clients one address. */
    readonly skipsScheduling?: boolean;
  }
}

/** Runs work of a request at once, or in the next slice of processor time of its address if the current one is used up. */
export type RunScheduled = (request: FastifyRequest, work: () => void) => void;

/**
 * Schedules requests fairly by address. Node reads all requests that have arrived before anything else runs, and each takes
 * a part of a millisecond before its operation is scheduled. Without this, many simultaneous requests of one address would
 * delay all others.
 * @returns schedules later work of a request, such as parsing its body
 */
export function scheduleRequests(app: FastifyInstance, scheduler: FairScheduler): RunScheduled {
  const runScheduled: RunScheduled = (request, work) => {
    // Pages have a queue of their own.
    if (isInjected(request) || scheduler.canContinue()) work();
    else void scheduler.next(addressKey(request)).then(work);
  };
  app.server.on('connection', scheduler.connectionAccepted);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.skipsScheduling) {
      done();
      return;
    }
    runScheduled(request, () => {
      // The client has disconnected during the wait.
      if (request.raw.socket.destroyed) reply.hijack();
      else done();
    });
  });
  return runScheduled;
}

/** Returns the key of anonymous callers: other callers are not authenticated yet. */
const addressKey = (request: FastifyRequest): string => identityOf(anonymousCaller(clientIpOf(request)));
