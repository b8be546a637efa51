import { WebSocket } from 'ws';
import { descriptorsOf } from '../load/processFigures.ts';

/** What a process holds, after everything that nobody needs has been collected. */
export interface Holding {
  /** Bytes of JavaScript's heap that are in use, and of buffers outside of it. */
  readonly heap: number;
  readonly buffers: number;
  /** Bytes of the process in memory. */
  readonly rss: number;
  /** Open files and sockets; undefined where the system does not tell (it does on Linux). */
  readonly descriptors: number | undefined;
}

/** Asks a process by the protocol of Node's inspector, which it opens with `--inspect=127.0.0.1:0`. */
export interface Inspector {
  /** Collects garbage, then measures. */
  measure(pid: number): Promise<Holding>;
  close(): void;
}

/** @param address as the process says it: `ws://127.0.0.1:…` */
export async function openInspector(address: string): Promise<Inspector> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (result: unknown) => void>();
  let n = 0;
  socket.on('message', (text) => {
    const { id, result } = JSON.parse(String(text)) as { id?: number; result?: unknown };
    if (id === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const ask = <T>(method: string, params = {}): Promise<T> =>
    new Promise((resolve) => {
      waiting.set(++n, resolve as (result: unknown) => void);
      socket.send(JSON.stringify({ id: n, method, params }));
    });

  return {
    async measure(pid) {
      // Finalizers of what the first round frees free more.
      for (const _ of [1, 2, 3]) await ask('HeapProfiler.collectGarbage');
      const { result } = await ask<{ result: { value: string } }>('Runtime.evaluate', {
        expression: 'JSON.stringify(process.memoryUsage())',
      });
      const { heapUsed, external, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage;
      return { heap: heapUsed, buffers: external, rss, descriptors: descriptorsOf(pid) };
    },
    close: () => socket.close(),
  };
}
