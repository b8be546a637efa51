import { randomUUID } from 'node:crypto';
import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Logger } from 'pino';
import { formatError } from '../errors.ts';
import { logFaults } from './faults.ts';
import { type Journey, noCalls, onJourney } from './journey.ts';
import type { ObserveRequests } from './requestMetrics.ts';
import type { Tracing } from './tracing.ts';

/** Answers an event of a subscription, watched. */
export type WatchEvent = (
  args: ExecutionArgs,
  answer: () => ExecutionResult | Promise<ExecutionResult>,
) => Promise<ExecutionResult>;

interface EventWatch {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly observe: Pick<ObserveRequests, 'failed'>;
}

/** Where nobody watches. */
export const unwatched: WatchEvent = async (_args, answer) => answer();

/** Watches the events that subscriptions are told: each is a journey of its own, as a request is. */
export function watchEvents({ log, tracing, observe }: EventWatch): WatchEvent {
  return async ({ document, operationName }, answer) => {
    const name = getOperationAST(document, operationName)?.name?.value;
    const journey: Journey = {
      id: randomUUID(),
      span: tracing.beginEvent(),
      operation: { type: 'subscription', name },
      upstreamCalls: noCalls(),
    };
    return onJourney(journey, async () => {
      const result = await answer();
      const errors = result.errors ?? [];
      logFaults(log, errors, name);
      const codes = errors.map((error) => String(formatError(error.toJSON(), error).extensions?.code));
      for (const code of codes) observe.failed(code);
      journey.codes = [...new Set(codes)];
      tracing.end(journey, { isAbandoned: false });
      return result;
    });
  };
}
