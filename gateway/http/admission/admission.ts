import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { clientAddress, networkOf, type TrustProxy } from '../../core/clientAddress.ts';
import { anonymousCaller, identityOf } from '../../core/context.ts';
import { pathOf } from '../../core/requestTarget.ts';
import { createFairLimiter } from '../../services/scheduling/fairLimiter.ts';
import type { FairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { runInRequest } from '../../services/telemetry/requestContext.ts';
import { clientIpOf, type Exchange, isInjected, setExchange } from './exchange.ts';
import { createPipelining, type PipelinedConnection, tooManyRequests } from './pipelining.ts';
import type { RequestTelemetry } from './requestTelemetry.ts';

/** What every request passes before its cached response is sent or Fastify handles it. */
export interface Admission {
  /** Returns the listener of the server. @param handler of Fastify */
  listen(handler: RequestListener): RequestListener;
  /** Starts to watch the connections of the server. */
  watch(server: Server): void;
  /** Sets the function that sends cached responses. Until then, and for other requests, Fastify responds. */
  useCachedResponses(respond: SendCached): void;
  /** Starts the exchange of a request that a page of this server sends. */
  startInjected(request: IncomingMessage, response: ServerResponse, address: string): Exchange;
  readonly requests: RequestsInProgress;
  /** Runs later work of a request, such as parsing its body, at once or in the next turn of its address. */
  readonly runInTurn: RunInTurn;
}

/**
 * Sends the cached response to a request.
 * @param next runs for a request without one
 */
export type SendCached = (
  request: IncomingMessage,
  response: ServerResponse,
  exchange: Exchange,
  next: () => void,
) => void;

/** The requests that have no complete response yet. Open event streams and queries of pages do not count. */
export interface RequestsInProgress {
  /** @param address of a client, which may have other addresses in its network */
  of(address: string): number;
  /** The requests of all addresses. */
  readonly total: number;
}

/** Runs work of a request at once, or in the next slice of processor time of its address if the current one is used up. */
export type RunInTurn = (request: FastifyRequest, work: () => void) => void;

interface AdmissionOptions {
  readonly trustProxy: TrustProxy;
  readonly scheduler: Pick<FairScheduler, 'canContinue' | 'next' | 'connectionAccepted'>;
  readonly telemetry: RequestTelemetry;
  /** Paths whose requests never wait: operators get a response also if a proxy gives all clients one address. */
  readonly undelayedPaths: ReadonlySet<string>;
  /** Runs once, for the first request with `X-Forwarded-For` from a proxy that is not trusted: its clients share one rate limit. */
  onUntrustedProxy(): void;
}

/**
 * Creates the steps in front of Fastify. A request is counted on its connection and for its address, and recorded. It waits for the
 * turn of its address. Then its cached response is sent, or Fastify handles it.
 *
 * Node reads all requests that have arrived before anything else runs. Without turns, many simultaneous requests of one address would
 * delay the requests of all other addresses.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { trustProxy, scheduler, telemetry, undelayedPaths } = options;
  const pipelining = createPipelining();
  // Without limits: the hook that sheds load decides by the amounts.
  const inProgress = createFairLimiter({});
  let sendCached: SendCached | undefined;
  let hasUntrustedProxy = false;

  const start = (
    request: IncomingMessage,
    response: ServerResponse,
    { address, slot, connection }: Pick<Exchange, 'address' | 'slot'> & { connection?: PipelinedConnection },
  ): Exchange => {
    const exchange: Exchange = { address, slot, record: telemetry.started(request), kind: 'none' };
    setExchange(request, exchange);
    // Fastify's onResponse does not run when the client disconnects.
    response.once('close', () => {
      if (connection) connection.inProgress -= 1;
      slot?.[Symbol.dispose]();
      exchange.releaseMemory?.();
      endRecord(exchange, request, response);
    });
    return exchange;
  };
  const endRecord = (exchange: Exchange, request: IncomingMessage, response: ServerResponse): void => {
    const { record, kind } = exchange;
    const { isStream } = record.context;
    // A response without a socket never becomes writableFinished. Clients end event streams.
    const isEnded = isStream || (record.isInner ? response.writableEnded : response.writableFinished);
    telemetry.closed(record, request, {
      kind: isStream ? 'stream' : kind,
      status: response.statusCode,
      isCancelled: !isEnded,
    });
  };
  const warnOfUntrustedProxy = ({ headers, socket }: IncomingMessage): void => {
    if (hasUntrustedProxy || headers['x-forwarded-for'] === undefined) return;
    if (trustProxy(socket.remoteAddress ?? '', 0)) return;
    hasUntrustedProxy = true;
    options.onUntrustedProxy();
  };
  const isUndelayed = (request: IncomingMessage): boolean =>
    READING_METHODS.has(request.method) && undelayedPaths.has(pathOf(request.url ?? ''));
  /** Runs work at once, or in the next turn of an address. */
  const inTurnOf = (address: string, work: () => void, isAlwaysAtOnce = () => false): void => {
    if (scheduler.canContinue() || isAlwaysAtOnce()) {
      work();
      return;
    }
    // The key of anonymous callers: other callers are not authenticated yet.
    void scheduler.next(identityOf(anonymousCaller(address))).then(work);
  };

  return {
    listen: (handler) => (request, response) => {
      const connection = pipelining.start(request);
      // A request behind a rejected one.
      if (!connection) return;
      warnOfUntrustedProxy(request);
      const address = clientAddress(request, trustProxy);
      const slot = inProgress.take(networkOf(address), 1);
      const exchange = start(request, response, { address, slot, connection });
      const handle = () => runInRequest(exchange.record.context, () => handler(request, response));
      const respond = () => {
        // The client may have disconnected during the wait.
        if (request.socket.destroyed) return;
        if (sendCached) sendCached(request, response, exchange, handle);
        else handle();
      };
      if (connection.isClosing) {
        exchange.rejection = tooManyRequests();
        response.setHeader('connection', 'close');
        handle();
      } else inTurnOf(address, respond, () => isUndelayed(request));
    },
    watch(server) {
      server.on('connection', scheduler.connectionAccepted);
      server.on('timeout', pipelining.closeIdle);
    },
    useCachedResponses(respond) {
      sendCached = respond;
    },
    startInjected: (request, response, address) => start(request, response, { address, slot: undefined }),
    requests: {
      of: (address) => inProgress.amountOf(networkOf(address)),
      get total() {
        return inProgress.total;
      },
    },
    runInTurn(request, work) {
      // Pages have a queue of their own.
      if (isInjected(request)) work();
      else inTurnOf(clientIpOf(request), work);
    },
  };
}

const READING_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
