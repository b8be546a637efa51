import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Hands connections to gateways in turn, as a balancer does that knows nothing of what is said on them. */
export interface Balancer {
  readonly url: string;
  /** Whether a gateway answered when it was looked at last. */
  isUp(url: string): boolean;
  close(): void;
}

/** Milliseconds between two looks at a gateway, and that it has to answer one. */
const LOOK = 200;
const PATIENCE = 500;

/** @param targets origins of gateways */
export async function openBalancer(targets: readonly string[]): Promise<Balancer> {
  const up = new Set(targets);
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  let turn = 0;
  const server = createServer((client) => {
    const rotation = [...up];
    const target = rotation[turn++ % Math.max(1, rotation.length)];
    if (target === undefined) return void client.destroy();
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      // The close that follows ends the other half.
      one.on('error', () => undefined);
      one.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const look = async (target: string) => {
    while (!closing.signal.aborted) {
      const answer = await fetch(`${target}/health/ready`, { signal: AbortSignal.timeout(PATIENCE) }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      if (answer?.ok) up.add(target);
      else up.delete(target);
      await sleep(LOOK, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };
  for (const target of targets) void look(target);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (url) => up.has(url),
    close() {
      closing.abort();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
