import cluster from 'node:cluster';
import { type Channel, createChannel } from './channel.ts';

/** A worker process and the channel to it. */
export interface WorkerProcess {
  /** From 1 to the number of workers; the replacement of a worker has its number. */
  readonly number: number;
  readonly pid: number | undefined;
  readonly channel: Channel;
  /** Resolves when the process has exited. */
  readonly exited: Promise<WorkerExit>;
  kill(signal: NodeJS.Signals): void;
}

/** The end of a worker process: an exit code, or a signal. */
export interface WorkerExit {
  readonly code: number | null;
  readonly signal: string | null;
}

interface WorkerProcessOptions {
  readonly number: number;
  /** Variables of its environment, besides those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Called when the process cannot be started, killed or sent a message. */
  onError(error: Error): void;
}

/** Starts a worker process. */
export function startWorkerProcess({ number, env, onError }: WorkerProcessOptions): WorkerProcess {
  const child = cluster.fork(env);
  const channel = createChannel((message) => {
    // A failed send means that the worker has exited.
    if (child.isConnected()) child.send(message as object, () => undefined);
  });
  const exited = Promise.withResolvers<WorkerExit>();
  child.on('message', channel.receive);
  child.on('error', onError);
  child.once('exit', (code, signal) => {
    channel.close();
    exited.resolve({ code, signal });
  });
  return {
    number,
    pid: child.process.pid,
    channel,
    exited: exited.promise,
    kill: (signal) => void child.process.kill(signal),
  };
}

/** Returns the fields that identify a worker in the log. */
export const idsOf = ({ number, pid }: WorkerProcess) => ({ worker: number, workerPid: pid });
