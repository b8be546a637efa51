import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to servers that listen on port 0. */
const MIN_PORT = 15_000;
const MAX_PORT = 30_000;
const MAX_ATTEMPTS = 20;

/**
 * Returns a free port of this machine, for a process that cannot choose one itself. The system gives it to no outgoing
 * connection and to no server on port 0. Another call can return it until the process listens, which is improbable.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(MIN_PORT, MAX_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(
    `expected a free port from ${MIN_PORT} to ${MAX_PORT}, found none in ${MAX_ATTEMPTS} attempts`,
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
