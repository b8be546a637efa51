import type { FastifyInstance } from 'fastify';
import type { News, StreamKind } from './news.ts';
import type { QueryIndex } from './queryIndex.ts';

/** The longest that queries may lag behind, in milliseconds. */
const LONGEST_LAG = 600_000;
const KINDS: readonly unknown[] = ['live', 'listen', undefined];

/** What can be done to streams that are open. */
const ACTS: Readonly<Record<string, (news: News, reason: string, kind: StreamKind | undefined) => void>> = {
  cut: (news, _reason, kind) => news.cut(kind),
  dismiss: (news, reason, kind) => news.dismiss(reason, kind),
  restart: (news) => news.restart(),
};

/**
 * The controls of the twin's news:
 *
 * - `GET /__twin/news` → `{"live", "listen", "kept", "lag"}`: open streams of each kind, transactions kept for those
 *   who come back, milliseconds by which queries lag behind;
 * - `PUT /__twin/news` with `{"lag": ms}` lets queries lag behind events from now on;
 * - `POST /__twin/news` with `{"do": "cut" | "dismiss" | "restart", "kind"?: "live" | "listen", "reason"?}` cuts
 *   connections, lets clients go (`goaway`, `disconnect`), or forgets what is kept and says so (`restart`).
 */
export function newsRoutes(app: FastifyInstance, { news, index }: { news: News; index: QueryIndex }): void {
  const state = () => ({
    live: news.count('live'),
    listen: news.count('listen'),
    kept: news.log.length,
    lag: index.lag,
  });
  app.get('/__twin/news', state);
  app.put('/__twin/news', (request, reply) => {
    const { lag } = (request.body ?? {}) as { lag?: unknown };
    if (typeof lag !== 'number' || !(lag >= 0 && lag <= LONGEST_LAG))
      return reply.code(400).send({ message: `lag: expected milliseconds from 0 to ${LONGEST_LAG}` });
    index.setLag(lag);
    return state();
  });
  app.post('/__twin/news', (request, reply) => {
    const asked = (request.body ?? {}) as { do?: unknown; kind?: StreamKind; reason?: unknown };
    const act = Object.hasOwn(ACTS, String(asked.do)) ? ACTS[String(asked.do)] : undefined;
    if (act === undefined || !KINDS.includes(asked.kind))
      return reply.code(400).send({ message: `expected {"do": ${Object.keys(ACTS).join(' | ')}, "kind"?}` });
    act(news, String(asked.reason ?? 'connection limit reached'), asked.kind);
    return state();
  });
}
