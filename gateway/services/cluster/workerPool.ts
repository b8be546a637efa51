import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createChangeConsumer } from './changeConsumer.ts';
import type { Method } from './channel.ts';
import { createRestartLimit, MAX_EXITS_PER_MINUTE } from './restartLimit.ts';
import { CLOSE, MARK_READY, REPORT_READY, REPORT_START_ERROR } from './workerMethods.ts';
import { idsOf, startWorkerProcess, type WorkerExit, type WorkerProcess } from './workerProcess.ts';

/** The worker processes of a gateway. One of them consumes change events, unless none does by configuration. */
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
  ): Promise<readonly WorkerReply<Result>[]>;
  /** The worker that consumes change events; undefined while there is none. */
  readonly consumer: WorkerProcess | undefined;
  /** Resolves when workers exit so often that none is started any more. */
  readonly failed: Promise<void>;
  /** Lets all workers finish their requests and exit. */
  close(): Promise<void>;
}

interface WorkerReply<Result> {
  readonly worker: WorkerProcess;
  readonly result: Result;
}

interface WorkerPoolOptions {
  readonly size: number;
  /** Variables of the environment of all workers, besides those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** True if one of the workers consumes change events. */
  readonly consumesChanges: boolean;
  readonly log: Pick<Logger, 'info' | 'error' | 'fatal'>;
  /** Called for each new worker, before it can call a method. */
  onStarted(worker: WorkerProcess): void;
  /** Called when a worker has exited unexpectedly. */
  onUnexpectedExit?(): void;
  /** Time for a worker to exit after `close`. */
  readonly closeTimeoutMs: number;
}

const REPLY_TIMEOUT_MS = 2_000;

/** Creates the pool; `start` starts its processes. */
export function createWorkerPool({
  size,
  env,
  consumesChanges,
  log,
  onStarted,
  onUnexpectedExit = () => undefined,
  closeTimeoutMs,
}: WorkerPoolOptions): WorkerPool {
  const running = new Set<WorkerProcess>();
  const ready = new Set<WorkerProcess>();
  const restartLimit = createRestartLimit();
  const allReady = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const consumer = createChangeConsumer(log);
  let wasReady = false;
  let isClosing = false;

  const chooseConsumer = () => {
    if (consumesChanges && !isClosing) consumer.choose(ready);
  };
  const addReady = (worker: WorkerProcess) => {
    ready.add(worker);
    log.info(idsOf(worker), 'a worker process is ready');
    chooseConsumer();
    if (wasReady) notifyReady(worker);
    else if (ready.size === size) {
      wasReady = true;
      for (const each of ready) notifyReady(each);
      allReady.resolve();
    }
  };
  const replace = (worker: WorkerProcess, exit: WorkerExit) => {
    const exited = { ...idsOf(worker), ...exit };
    onUnexpectedExit();
    if (!restartLimit.recordExit(worker.number)) {
      log.fatal(
        exited,
        `expected at most ${MAX_EXITS_PER_MINUTE} exits of a worker process in a minute, got more`,
      );
      return failed.resolve();
    }
    // One that received SIGTERM has finished its work.
    log[exit.code === 0 ? 'info' : 'error'](exited, 'a worker process has exited; another one is started');
    startWorker(worker.number);
  };
  const remove = (worker: WorkerProcess, exit: WorkerExit) => {
    running.delete(worker);
    ready.delete(worker);
    consumer.remove(worker);
    if (isClosing) return;
    if (!wasReady) return allReady.reject(startError(worker, exit));
    chooseConsumer();
    replace(worker, exit);
  };
  const startWorker = (number: number) => {
    const worker = startWorkerProcess({
      number,
      env,
      onError: (error) => log.error({ err: error, worker: number }, 'a worker process failed'),
    });
    running.add(worker);
    worker.channel.handle(REPORT_READY, () => addReady(worker));
    worker.channel.handle(REPORT_START_ERROR, (message) => {
      if (wasReady) log.error({ worker: number, cause: message }, 'a worker process cannot start');
      else allReady.reject(new Error(message));
    });
    void worker.exited.then((exit) => remove(worker, exit));
    onStarted(worker);
  };

  return {
    async start() {
      for (let number = 1; number <= size; number++) startWorker(number);
      await allReady.promise;
    },
    callAll: (method, argument, except) =>
      callWorkers(
        [...running].filter((worker) => worker !== except),
        method,
        argument,
      ),
    get consumer() {
      return consumer.worker;
    },
    failed: failed.promise,
    async close() {
      isClosing = true;
      await closeWorkers([...running], closeTimeoutMs);
    },
  };
}

const notifyReady = ({ channel }: WorkerProcess) =>
  void channel.call(MARK_READY, null).catch(() => undefined);

/** Calls a method in workers. @returns the results of those that reply in time */
async function callWorkers<Argument, Result>(
  workers: readonly WorkerProcess[],
  method: Method<Argument, Result>,
  argument: Argument,
): Promise<readonly WorkerReply<Result>[]> {
  const replies = workers.map(async (worker) => {
    const reply = worker.channel.call(method, argument).then((result) => [{ worker, result }]);
    return Promise.race([reply, sleep(REPLY_TIMEOUT_MS, [], { ref: false })]).catch(() => []);
  });
  return (await Promise.all(replies)).flat();
}

/** Lets workers finish their requests and exit. After the time, it kills those that are left. */
async function closeWorkers(workers: readonly WorkerProcess[], timeoutMs: number): Promise<void> {
  // A worker that is starting does not have the method yet.
  for (const { channel, kill } of workers) channel.call(CLOSE, null).catch(() => kill('SIGTERM'));
  const timer = setTimeout(() => {
    for (const { kill } of workers) kill('SIGKILL');
  }, timeoutMs);
  await Promise.all(workers.map(({ exited }) => exited));
  clearTimeout(timer);
}

const startError = ({ number }: WorkerProcess, { code, signal }: WorkerExit): Error => {
  const end = signal ? `was killed by ${signal}` : `exited with ${code}`;
  return new Error(`expected worker process ${number} to start, got one that ${end}`);
};
