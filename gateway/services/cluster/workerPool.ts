import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Channel, createChannel, type Method } from './channel.ts';
import { CLOSE, CONSUME_CHANGES, MARK_READY, REPORT_READY, REPORT_START_ERROR } from './methods.ts';

/** A worker process and the channel to it. */
export interface WorkerProcess {
  /** From 1 to the number of workers; the replacement of a worker has its number. */
  readonly number: number;
  readonly channel: Channel;
  /** Calls the listener when the process has exited. */
  onExit(listener: () => void): void;
}

/** The worker processes of a gateway. One of them consumes change events. */
export interface WorkerPool {
  /** Starts all workers. @returns resolves when all are ready; rejects with the first error that keeps one from starting */
  start(): Promise<void>;
  /**
   * Calls a method in all workers, and waits until each has replied, has exited, or is blocked for longer than
   * `REPLY_TIMEOUT_MS`; a blocked worker receives the call when it continues.
   * @param except the worker that is not called
   * @returns the results of the workers that have replied
   */
  callAll<Argument, Result>(
    method: Method<Argument, Result>,
    argument: Argument,
    except?: WorkerProcess,
  ): Promise<readonly { readonly worker: WorkerProcess; readonly result: Result }[]>;
  /** The worker that consumes change events; undefined until one is ready. */
  readonly consumer: WorkerProcess | undefined;
  /** Resolves when workers exit so often that none is started any more. */
  readonly failed: Promise<void>;
  /** Lets all workers finish their requests and exit. */
  close(): Promise<void>;
}

interface WorkerPoolOptions {
  readonly size: number;
  /** Variables of the environment of all workers, besides those of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'info' | 'error' | 'fatal'>;
  /** Called for each new worker, before it can call a method. */
  onStarted(worker: WorkerProcess): void;
  /** Called when a worker has exited that was not told to. */
  onUnexpectedExit?(): void;
  /** Time for a worker to exit after `close`. */
  readonly closeTimeoutMs: number;
}

const REPLY_TIMEOUT_MS = 2_000;
/** When a worker and its replacements exit more often in a minute, the gateway ends: an operator has to find the cause. */
const MAX_EXITS_IN_A_MINUTE = 3;

interface RunningWorker extends WorkerProcess {
  readonly process: Worker;
  readonly exited: Promise<void>;
  isReady: boolean;
}

/** Creates the pool; `start` starts its processes. */
export function createWorkerPool({
  size,
  env,
  log,
  onStarted,
  onUnexpectedExit = () => undefined,
  closeTimeoutMs,
}: WorkerPoolOptions): WorkerPool {
  const running = new Set<RunningWorker>();
  const allReady = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  let consumer: RunningWorker | undefined;
  let hadConsumer = false;
  let wasReady = false;
  let isClosing = false;
  /** The times of the exits in the last minute, by the number of the worker. */
  const exitTimes = new Map<number, readonly number[]>();

  const notifyReady = (worker: WorkerProcess) =>
    void worker.channel.call(MARK_READY, null).catch(() => undefined);
  /** Lets a ready worker consume changes, if none does. */
  const appointConsumer = () => {
    if (isClosing || consumer) return;
    consumer = [...running].find(({ isReady }) => isReady);
    if (!consumer) return;
    log.info(idsOf(consumer), 'a worker process consumes changes');
    consumer.channel.call(CONSUME_CHANGES, hadConsumer).catch(() => undefined);
    hadConsumer = true;
  };
  const markReady = (worker: RunningWorker) => {
    worker.isReady = true;
    log.info(idsOf(worker), 'a worker process is ready');
    appointConsumer();
    if (wasReady) notifyReady(worker);
    else if ([...running].filter(({ isReady }) => isReady).length === size) {
      wasReady = true;
      for (const each of running) notifyReady(each);
      allReady.resolve();
    }
  };
  const replace = (worker: RunningWorker, exit: { code: number; signal: string }) => {
    const now = performance.now();
    const times = [...(exitTimes.get(worker.number) ?? []).filter((at) => at > now - 60_000), now];
    exitTimes.set(worker.number, times);
    const exited = { ...idsOf(worker), ...exit };
    onUnexpectedExit();
    if (times.length > MAX_EXITS_IN_A_MINUTE) {
      log.fatal(
        exited,
        `expected at most ${MAX_EXITS_IN_A_MINUTE} exits of a worker process in a minute, got more`,
      );
      return failed.resolve();
    }
    // One that received SIGTERM has finished its work.
    log[exit.code === 0 ? 'info' : 'error'](exited, 'a worker process has exited; another one is started');
    startWorker(worker.number);
  };

  const startWorker = (number: number) => {
    const child = cluster.fork(env);
    const channel = createChannel((message) => {
      // A failed send means that the worker has exited.
      if (child.isConnected()) child.send(message as object, () => undefined);
    });
    child.on('message', channel.receive);
    child.on('error', (error) => log.error({ err: error, worker: number }, 'a worker process failed'));
    const exited = Promise.withResolvers<void>();
    const worker: RunningWorker = {
      number,
      channel,
      process: child,
      exited: exited.promise,
      onExit: (listener) => void exited.promise.then(listener),
      isReady: false,
    };
    running.add(worker);
    channel.handle(REPORT_READY, () => markReady(worker));
    channel.handle(REPORT_START_ERROR, (message) => {
      if (wasReady) log.error({ worker: number, cause: message }, 'a worker process cannot start');
      else allReady.reject(new Error(message));
    });
    child.once('exit', (code, signal) => {
      running.delete(worker);
      channel.close();
      exited.resolve();
      if (consumer === worker) consumer = undefined;
      if (isClosing) return;
      if (!wasReady) {
        const end = signal ? `was killed by ${signal}` : `exited with ${code}`;
        return allReady.reject(new Error(`expected worker process ${number} to start, got one that ${end}`));
      }
      appointConsumer();
      replace(worker, { code, signal });
    });
    onStarted(worker);
  };

  return {
    async start() {
      for (let number = 1; number <= size; number++) startWorker(number);
      await allReady.promise;
    },
    async callAll(method, argument, except) {
      const called = [...running].filter((worker) => worker !== except);
      const replies = called.map(async (worker) => {
        const reply = worker.channel.call(method, argument).then((result) => [{ worker, result }]);
        return Promise.race([reply, sleep(REPLY_TIMEOUT_MS, [], { ref: false })]).catch(() => []);
      });
      return (await Promise.all(replies)).flat();
    },
    get consumer() {
      return consumer;
    },
    failed: failed.promise,
    async close() {
      isClosing = true;
      const all = [...running];
      // A worker that is starting does not have the method yet.
      for (const { channel, process: child } of all)
        channel.call(CLOSE, null).catch(() => void child.process.kill('SIGTERM'));
      const timer = setTimeout(() => {
        for (const { process: child } of running) child.process.kill('SIGKILL');
      }, closeTimeoutMs);
      await Promise.all(all.map(({ exited }) => exited));
      clearTimeout(timer);
    },
  };
}

/** Returns what identifies a worker in the log. */
const idsOf = ({ number, process: { process: child } }: RunningWorker) => ({
  worker: number,
  workerPid: child.pid,
});
