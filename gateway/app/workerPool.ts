import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

/** The worker processes of a gateway. */
export interface WorkerPool {
  /** Starts all workers. @returns resolves when all serve requests; rejects with the first error that keeps one from starting */
  start(): Promise<void>;
  /** Resolves when workers exit so often that none is started any more. */
  readonly failed: Promise<void>;
  /** Lets all workers finish their requests and exit. */
  close(): Promise<void>;
}

/** What a worker sends to the primary process: that it serves requests, or the error that keeps it from starting. */
type WorkerReport =
  | { readonly type: 'trivium:ready' }
  | { readonly type: 'trivium:startError'; readonly message: string };

interface WorkerPoolOptions {
  readonly size: number;
  /** Environment variables of all workers, in addition to the variables of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'info' | 'error' | 'fatal'>;
  /** Called when a worker has exited unexpectedly. */
  onUnexpectedExit(): void;
  /** Time for a worker to exit after `close`. */
  readonly closeTimeoutMs: number;
}

interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The variable with the number of a worker, from 1 to the number of workers. The replacement of a worker has its number. */
const WORKER_NUMBER = 'TRIVIUM_WORKER_NUMBER';
/** The gateway ends when a worker and its replacements exit more often in a minute: an operator has to find the cause. */
const MAX_EXITS_PER_MINUTE = 3;
const MINUTE_MS = 60_000;

/** Returns the number of this process; undefined if it is no worker. */
export const readWorkerNumber = (): number | undefined =>
  cluster.isWorker ? Number(process.env[WORKER_NUMBER]) : undefined;

/** Sends a report of this worker to the primary process. @returns resolves when it is sent */
export const reportToPrimary = (report: WorkerReport): Promise<void> =>
  // A failed send means that the primary has exited; Node then ends this process.
  new Promise((resolve) => process.send?.(report, undefined, undefined, () => resolve()));

/** Creates the pool; `start` starts its processes. */
export function createWorkerPool({
  size,
  env,
  log,
  onUnexpectedExit,
  closeTimeoutMs,
}: WorkerPoolOptions): WorkerPool {
  // JSON has no NaN, which metrics of workers can contain.
  cluster.setupPrimary({ serialization: 'advanced' });
  const exits = new Map<Worker, Promise<WorkerExit>>();
  /** The numbers of the workers that have served requests. */
  const ready = new Set<number>();
  const allReady = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const mayRestart = createRestartLimit();
  let isClosing = false;

  const startWorker = (number: number) => {
    const worker = cluster.fork({ ...env, [WORKER_NUMBER]: String(number) });
    const ids = { worker: number, workerPid: worker.process.pid };
    const exited = Promise.withResolvers<WorkerExit>();
    exits.set(worker, exited.promise);
    const isPoolStarting = () => ready.size < size;
    worker.on('error', (error) => {
      log.error({ err: error, ...ids }, 'a worker process failed');
      // A process that could not be created has no exit.
      if (worker.process.pid === undefined) handleExit({ code: null, signal: null });
    });
    worker.on('message', (report: WorkerReport) => {
      if (report.type === 'trivium:ready') {
        log.info(ids, 'a worker process is ready');
        if (ready.add(number).size === size) allReady.resolve();
      } else if (report.type === 'trivium:startError') {
        if (isPoolStarting()) allReady.reject(new Error(report.message));
        else log.error({ worker: number, cause: report.message }, 'a worker process cannot start');
      }
    });
    worker.once('exit', (code, signal) => handleExit({ code, signal }));

    function handleExit(end: WorkerExit): void {
      exits.delete(worker);
      exited.resolve(end);
      if (isClosing) return;
      if (isPoolStarting()) {
        allReady.reject(startError(number, end));
        return;
      }
      onUnexpectedExit();
      const exit = { ...ids, ...end };
      if (mayRestart(number)) {
        // 0: it received SIGTERM, and has finished its work.
        log[end.code === 0 ? 'info' : 'error'](exit, 'a worker process has exited; another one is started');
        startWorker(number);
        return;
      }
      log.fatal(
        exit,
        `expected at most ${MAX_EXITS_PER_MINUTE} exits of a worker process in a minute, got more`,
      );
      failed.resolve();
    }
  };

  return {
    start() {
      for (let number = 1; number <= size; number++) startWorker(number);
      return allReady.promise;
    },
    failed: failed.promise,
    async close() {
      isClosing = true;
      const killAll = (signal: NodeJS.Signals) => {
        for (const worker of exits.keys()) worker.process.kill(signal);
      };
      killAll('SIGTERM');
      const timer = setTimeout(() => killAll('SIGKILL'), closeTimeoutMs);
      await Promise.all(exits.values());
      clearTimeout(timer);
    },
  };
}

/** Creates a function that records the exit of a worker. It returns whether a replacement may start. */
function createRestartLimit(): (worker: number) => boolean {
  /** The times of the exits in the last minute, by the number of the worker. */
  const exitTimes = new Map<number, readonly number[]>();
  return (worker) => {
    const now = performance.now();
    const times = [...(exitTimes.get(worker) ?? []).filter((at) => at > now - MINUTE_MS), now];
    exitTimes.set(worker, times);
    return times.length <= MAX_EXITS_PER_MINUTE;
  };
}

function startError(worker: number, end: WorkerExit): Error {
  return new Error(`expected worker process ${worker} to start, but it ${describeExit(end)}`);
}

function describeExit({ code, signal }: WorkerExit): string {
  if (signal) return `was killed by ${signal}`;
  return code === null ? 'could not be created' : `exited with ${code}`;
}
