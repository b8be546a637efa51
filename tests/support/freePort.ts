import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ranges lie between these ports: below those that systems give to outgoing connections and to servers on port 0. */
const MIN_PORT = 15_000;
const MAX_PORT = 30_000;
/** Each Jest worker has a range of its own, so that workers do not choose the same port. */
const RANGE_SIZE = 1_000;
const RANGES = (MAX_PORT - MIN_PORT) / RANGE_SIZE;
const MAX_ATTEMPTS = 20;

const firstPort = MIN_PORT + (Number(process.env.JEST_WORKER_ID ?? 0) % RANGES) * RANGE_SIZE;
let next = randomInt(RANGE_SIZE);

/**
 * Returns a free port of this machine, for a process that cannot choose one itself. The system gives it to no outgoing
 * connection and to no server on port 0. Later calls return other ports.
 * @param count the number of free ports: the returned port and the ones after it
 */
export async function freePort(count = 1): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (next + count > RANGE_SIZE) next = 0;
    const ports = Array.from({ length: count }, (_, i) => firstPort + next + i);
    next += count;
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports[0] as number;
  }
  throw new Error(
    `expected a free port from ${firstPort} to ${firstPort + RANGE_SIZE - 1}, found none in ${MAX_ATTEMPTS} attempts`,
  );
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if (!['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
