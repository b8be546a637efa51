import type { FastifyInstance } from 'fastify';
import type { QueryIndex } from '../documents/queryIndex.ts';
import type { ChangeStreams, StreamKind } from '../events/changeStreams.ts';

const MAX_QUERY_LAG_MS = 600_000;
const STREAM_KINDS: readonly unknown[] = ['live', 'listen', undefined];

/** Actions on the open streams. */
const STREAM_ACTIONS: Readonly<
  Record<string, (streams: ChangeStreams, reason: string, kind: StreamKind | undefined) => void>
> = {
  disconnect: (streams, _reason, kind) => streams.disconnect(kind),
  end: (streams, reason, kind) => streams.end(reason, kind),
  restart: (streams) => streams.restart(),
};

/**
 * Registers the control endpoints of the event streams:
 *
 * - `GET /__emulator/streams` → `{"live", "listen", "loggedTransactions", "queryLagMs"}`: open streams of
 *   each kind, transactions in the log for reconnecting clients, delay of queries;
 * - `PUT /__emulator/streams` with `{"queryLagMs"}` delays what queries see from now on;
 * - `POST /__emulator/streams` with `{"action": "disconnect" | "end" | "restart", "kind"?: "live" | "listen",
 *   "reason"?}` closes connections, ends streams (`goaway`, `disconnect`), or clears the log and sends
 *   `restart`.
 */
export function streamControlRoutes(
  app: FastifyInstance,
  { streams, index }: { streams: ChangeStreams; index: QueryIndex },
): void {
  const state = () => ({
    live: streams.count('live'),
    listen: streams.count('listen'),
    loggedTransactions: streams.log.length,
    queryLagMs: index.lagMs,
  });
  app.get('/__emulator/streams', state);
  app.put('/__emulator/streams', (request, reply) => {
    const { queryLagMs } = (request.body ?? {}) as { queryLagMs?: unknown };
    if (typeof queryLagMs !== 'number' || !(queryLagMs >= 0 && queryLagMs <= MAX_QUERY_LAG_MS))
      return reply.code(400).send({
        message: `queryLagMs: expected a number from 0 to ${MAX_QUERY_LAG_MS}, got ${JSON.stringify(queryLagMs)}`,
      });
    index.setLag(queryLagMs);
    return state();
  });
  app.post('/__emulator/streams', (request, reply) => {
    const body = (request.body ?? {}) as { action?: unknown; kind?: StreamKind; reason?: unknown };
    const { action, kind, reason = 'connection limit reached' } = body;
    const act =
      typeof action === 'string' && Object.hasOwn(STREAM_ACTIONS, action)
        ? STREAM_ACTIONS[action]
        : undefined;
    if (act === undefined || !STREAM_KINDS.includes(kind) || typeof reason !== 'string')
      return reply.code(400).send({
        message: `expected {"action": ${Object.keys(STREAM_ACTIONS).join(' | ')}, "kind"?, "reason"?}, got ${JSON.stringify(request.body)}`,
      });
    act(streams, reason, kind);
    return state();
  });
}
