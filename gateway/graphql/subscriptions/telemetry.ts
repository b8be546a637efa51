import { randomUUID } from 'node:crypto';
import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Logger } from 'pino';
import { formatError } from '../../core/errors.ts';
import { type RequestContext, zeroUpstreamCalls, runInRequest } from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import type { Tracing } from '../../services/telemetry/tracing.ts';
import { logServerErrors } from '../operations/logErrors.ts';

/** Answers an event of a subscription, watched. */
export type ObserveEvent = (
  args: ExecutionArgs,
  answer: () => ExecutionResult | Promise<ExecutionResult>,
) => Promise<ExecutionResult>;

interface SubscriptionTelemetryOptions {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly observer: Pick<RequestObserver, 'graphqlError'>;
}

/** Where nobody watches. */
export const NO_TELEMETRY: ObserveEvent = async (_args, answer) => answer();

/** Watches the events that subscriptions are told: each is a journey of its own, as a request is. */
export function createSubscriptionTelemetry({ log, tracing, observer }: SubscriptionTelemetryOptions): ObserveEvent {
  return async ({ document, operationName }, answer) => {
    const name = getOperationAST(document, operationName)?.name?.value;
    const journey: RequestContext = {
      id: randomUUID(),
      span: tracing.startSubscriptionEvent(),
      operation: { type: 'subscription', name },
      upstreamCalls: zeroUpstreamCalls(),
    };
    return runInRequest(journey, async () => {
      const result = await answer();
      const errors = result.errors ?? [];
      logServerErrors(log, errors, name);
      const codes = errors.map((error) => String(formatError(error.toJSON(), error).extensions?.code));
      for (const code of codes) observer.graphqlError(code);
      journey.codes = [...new Set(codes)];
      tracing.end(journey, { isCancelled: false });
      return result;
    });
  };
}
