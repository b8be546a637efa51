import type { FastifyInstance } from 'fastify';
import type { ReadableAssets } from '../assets/readableAssets.ts';

const MAX_READ_LAG_MS = 600_000;

/**
 * Registers the control endpoints of assets:
 *
 * - `GET /__emulator/assets` → `{"readLagMs"}`: time until the API reads a change of an asset;
 * - `PUT /__emulator/assets` with `{"readLagMs"}` sets it for changes from now on; earlier changes are seen at once.
 */
export function assetControlRoutes(app: FastifyInstance, readable: ReadableAssets): void {
  const state = () => ({ readLagMs: readable.lagMs });
  app.get('/__emulator/assets', state);
  app.put('/__emulator/assets', (request, reply) => {
    const { readLagMs } = (request.body ?? {}) as { readLagMs?: unknown };
    if (typeof readLagMs !== 'number' || !(readLagMs >= 0 && readLagMs <= MAX_READ_LAG_MS))
      return reply.code(400).send({
        message: `readLagMs: expected a number from 0 to ${MAX_READ_LAG_MS}, got ${JSON.stringify(readLagMs)}`,
      });
    readable.setLag(readLagMs);
    return state();
  });
}
