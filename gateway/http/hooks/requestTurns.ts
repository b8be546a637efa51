import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anonymousCaller, identityOf } from '../../core/context.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { isInjected } from '../pages/contentPolicies.ts';
import { clientIpOf } from './clientIp.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests wait for no turn: operators must get a response also if a proxy gives all clients one address. */
    readonly skipsTurns?: boolean;
  }
}

/** Runs work of a request: at once, or in the next turn of its address if a slice of processor time is used up. */
export type RunInTurn = (request: FastifyRequest, work: () => void) => void;

/**
 * Processes requests in turns of their addresses. Node reads all requests that have arrived before anything else runs, and
 * each takes a part of a millisecond before its operation waits for a turn. Without these turns, many simultaneous requests
 * of one address would delay all others.
 * @returns runs later work of a request in a turn, such as parsing its body
 */
export function takeTurns(app: FastifyInstance, scheduler: FairScheduler): RunInTurn {
  const runInTurn: RunInTurn = (request, work) => {
    // A page has turns of its own.
    if (isInjected(request) || scheduler.canContinue()) work();
    else void scheduler.next(addressKey(request)).then(work);
  };
  app.server.on('connection', scheduler.connectionAccepted);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.skipsTurns) {
      done();
      return;
    }
    runInTurn(request, () => {
      // The client has disconnected during the wait.
      if (request.raw.socket.destroyed) reply.hijack();
      else done();
    });
  });
  return runInTurn;
}

/** Returns the key of anonymous callers: other callers are not authenticated yet. */
const addressKey = (request: FastifyRequest): string => identityOf(anonymousCaller(clientIpOf(request)));
