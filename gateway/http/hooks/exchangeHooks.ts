import type { FastifyInstance } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { recordErrors } from '../../graphql/operations/telemetry.ts';
import { currentRequest, runInRequest } from '../../services/telemetry/requestContext.ts';
import type { RequestKind } from '../../services/telemetry/requestMetrics.ts';
import type { Admission } from '../admission/admission.ts';
import { exchangeOf } from '../admission/exchange.ts';
import type { RequestTelemetry } from '../admission/requestTelemetry.ts';
import { writeError } from '../graphql/writeResponse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the requests in metrics; default: `file`. */
    readonly kind?: RequestKind;
  }
}

/** Several parts of the gateway listen to the end of a response; Node would warn of more than ten. */
const MAX_CLOSE_LISTENERS = 20;

/** Continues the exchange of a request in Fastify: its route, its errors, and the header `X-Request-Id`. Rejects it above a limit. */
export function continueExchanges(
  app: FastifyInstance,
  { startInjected }: Pick<Admission, 'startInjected'>,
  telemetry: Pick<RequestTelemetry, 'routed'>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, is404, routeOptions, method } = request;
    const exchange = exchangeOf(raw) ?? startInjected(raw, reply.raw, request.ip);
    const { record, rejection } = exchange;
    reply.raw.setMaxListeners(MAX_CLOSE_LISTENERS);
    if (!is404) exchange.kind = routeOptions.config.kind ?? 'file';
    if (!is404 && routeOptions.url !== undefined) telemetry.routed(record, method, routeOptions.url);
    reply.header('x-request-id', record.context.id);
    if (rejection) reply.send(writeError(reply, rejection));
    else if (currentRequest() === record.context) done();
    else runInRequest(record.context, done);
  });
  // Socket events that deliver the body lose the AsyncLocalStorage context.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    const context = exchangeOf(raw)?.record.context;
    if (!context || currentRequest() === context) done();
    else runInRequest(context, done);
  });
  // Errors outside of GraphQL responses are sent as objects.
  app.addHook<{ readonly errors?: readonly GraphQLFormattedError[] } | null>(
    'preSerialization',
    ({ raw }, _reply, payload, done) => {
      const { errors } = payload ?? {};
      const context = exchangeOf(raw)?.record.context;
      if (context && Array.isArray(errors)) runInRequest(context, () => recordErrors(errors));
      done(null, payload);
    },
  );
}
