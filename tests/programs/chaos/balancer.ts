import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP load balancer: forwards connections to healthy gateways in turn. */
export interface Balancer {
  readonly url: string;
  /** Returns whether the last health check of a gateway succeeded. */
  isUp(url: string): boolean;
  close(): void;
}

const HEALTH_CHECK_INTERVAL_MS = 200;
const HEALTH_CHECK_TIMEOUT_MS = 500;

/** @param targets origins of the gateways */
export async function openBalancer(targets: readonly string[]): Promise<Balancer> {
  const healthy = new Set(targets);
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  let connectionCount = 0;
  const server = createServer((client) => {
    const rotation = [...healthy];
    const target = rotation[connectionCount++ % Math.max(1, rotation.length)];
    if (target === undefined) return void client.destroy();
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    for (const [source, destination] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source);
      source.once('close', () => {
        sockets.delete(source);
        destination.destroy();
      });
      // The close event follows, and destroys the other socket.
      source.on('error', () => undefined);
      source.pipe(destination);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const checkHealth = async (target: string) => {
    while (!closing.signal.aborted) {
      const response = await fetch(`${target}/health/ready`, {
        signal: AbortSignal.timeout(HEALTH_CHECK_TIMEOUT_MS),
      }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) healthy.add(target);
      else healthy.delete(target);
      await sleep(HEALTH_CHECK_INTERVAL_MS, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      );
    }
  };
  for (const target of targets) void checkHealth(target);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (url) => healthy.has(url),
    close() {
      closing.abort();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
