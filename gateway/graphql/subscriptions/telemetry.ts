import { randomUUID } from 'node:crypto';
import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Logger } from 'pino';
import { formatError } from '../../core/errors.ts';
import {
  type RequestContext,
  runInRequest,
  zeroUpstreamCalls,
} from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import type { Tracing } from '../../services/telemetry/tracing.ts';
import { logServerErrors } from '../operations/logServerErrors.ts';

/** Executes an event of a subscription and records it. */
export type ObserveEvent = (
  args: ExecutionArgs,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
) => Promise<ExecutionResult>;

interface SubscriptionTelemetryOptions {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly observer: Pick<RequestObserver, 'graphqlError'>;
}

/** Executes without recording. */
export const NO_TELEMETRY: ObserveEvent = async (_args, execute) => execute();

/** Creates the telemetry of subscription events. Each event has a request context of its own, like an HTTP request. */
export function createSubscriptionTelemetry({
  log,
  tracing,
  observer,
}: SubscriptionTelemetryOptions): ObserveEvent {
  return async ({ document, operationName }, execute) => {
    const name = getOperationAST(document, operationName)?.name?.value;
    const context: RequestContext = {
      id: randomUUID(),
      span: tracing.startSubscriptionEvent(),
      operation: { type: 'subscription', name },
      upstreamCalls: zeroUpstreamCalls(),
    };
    return runInRequest(context, async () => {
      const result = await execute();
      const errors = result.errors ?? [];
      logServerErrors(log, errors, name);
      const codes = errors.map((error) => String(formatError(error.toJSON(), error).extensions?.code));
      for (const code of codes) observer.graphqlError(code);
      context.codes = [...new Set(codes)];
      tracing.end(context, { isCancelled: false });
      return result;
    });
  };
}
