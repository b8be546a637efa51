import type { FastifyInstance } from 'fastify';
import type { Indices } from '../index/indices.ts';

const MAX_LAG_MS = 600_000;

/**
 * Registers the control endpoints of tasks:
 *
 * - `GET /__emulator/tasks` → `{"lagMs", "pending"}`: time until a write is published, number of unpublished writes;
 * - `PUT /__emulator/tasks` with `{"lagMs"}` sets the time for writes from now on, and publishes all earlier writes.
 */
export function taskControlRoutes(app: FastifyInstance, indices: Indices): void {
  const state = () => ({ lagMs: indices.lagMs, pending: indices.pendingTasks });
  app.get('/__emulator/tasks', state);
  app.put('/__emulator/tasks', (request, reply) => {
    const { lagMs } = (request.body ?? {}) as { lagMs?: unknown };
    if (typeof lagMs !== 'number' || !(lagMs >= 0 && lagMs <= MAX_LAG_MS))
      return reply.code(400).send({
        message: `lagMs: expected a number from 0 to ${MAX_LAG_MS}, got ${JSON.stringify(lagMs)}`,
      });
    indices.setLag(lagMs);
    return state();
  });
}
