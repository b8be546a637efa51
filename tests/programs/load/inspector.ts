import { WebSocket } from 'ws';
import { openDescriptors } from './processFigures.ts';

/** Memory and descriptors of a process after garbage collection. */
export interface MemorySample {
  /** Used bytes of the JavaScript heap. */
  readonly heap: number;
  /** Bytes outside of the heap that JavaScript objects hold, such as buffers. */
  readonly buffers: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Open files and sockets; undefined on systems without `/proc`. */
  readonly descriptors: number | undefined;
}

/** A CPU profile: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  /** Ids of nodes. */
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

/** A client of the inspector protocol of Node. */
export interface Inspector {
  /** Collects garbage and then measures. */
  measure(pid: number): Promise<MemorySample>;
  /** Records a CPU profile during some work. */
  profile(work: () => Promise<unknown>): Promise<CpuProfile>;
  close(): void;
}

/** @param url the WebSocket URL that a process prints under `--inspect=127.0.0.1:0` */
export async function openInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const pending = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  socket.on('message', (text) => {
    const { id, result } = JSON.parse(String(text)) as { id?: number; result?: unknown };
    if (id === undefined) return;
    pending.get(id)?.(result);
    pending.delete(id);
  });
  const call = <T>(method: string, params = {}): Promise<T> =>
    new Promise((resolve) => {
      pending.set(++lastId, resolve as (result: unknown) => void);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });

  return {
    async measure(pid) {
      // Finalizers of the first collection release objects that the next ones free.
      for (const _ of [1, 2, 3]) await call('HeapProfiler.collectGarbage');
      const { result } = await call<{ result: { value: string } }>('Runtime.evaluate', {
        expression: 'JSON.stringify(process.memoryUsage())',
      });
      const { heapUsed, external, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage;
      return { heap: heapUsed, buffers: external, rss, descriptors: openDescriptors(pid) };
    },
    async profile(work) {
      await call('Profiler.enable');
      await call('Profiler.start');
      await work();
      const { profile } = await call<{ profile: CpuProfile }>('Profiler.stop');
      return profile;
    },
    close: () => socket.close(),
  };
}
