import { randomUUID } from 'node:crypto';
import type { FormattedExecutionResult } from 'graphql';
import {
  type RequestContext,
  runInRequest,
  zeroUpstreamCalls,
} from '../../services/telemetry/requestContext.ts';
import type { RequestObserver } from '../../services/telemetry/requestMetrics.ts';
import type { Tracing } from '../../services/telemetry/tracing.ts';
import type { OperationRun } from '../operations/run/operationRun.ts';
import { codesOf, recordErrors } from '../operations/telemetry.ts';

/** Executes an event of a subscription and records it. */
export type ObserveEvent = (
  run: OperationRun,
  execute: () => Promise<FormattedExecutionResult>,
) => Promise<FormattedExecutionResult>;

interface SubscriptionTelemetryOptions {
  readonly tracing: Tracing;
  readonly observer: Pick<RequestObserver, 'graphqlError'>;
}

/** Creates the telemetry of subscription events. Each event has a request context of its own, like an HTTP request. */
export const createSubscriptionTelemetry =
  ({ tracing, observer }: SubscriptionTelemetryOptions): ObserveEvent =>
  ({ operation }, execute) => {
    const context: RequestContext = {
      id: randomUUID(),
      span: tracing.startSubscriptionEvent(),
      operation: { type: 'subscription', name: operation?.name?.value },
      upstreamCalls: zeroUpstreamCalls(),
    };
    return runInRequest(context, async () => {
      const result = await execute();
      for (const code of codesOf(result.errors ?? [])) observer.graphqlError(code);
      recordErrors(result.errors);
      tracing.end(context, { isCancelled: false });
      return result;
    });
  };
