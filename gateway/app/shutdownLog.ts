import type { Logger } from 'pino';

/** Fields of the first log line of a shutdown. */
interface ShutdownStart {
  /** A signal, or what else ends the process. */
  readonly reason: string;
  /** Requests in progress. */
  readonly requests?: number;
  readonly workers?: number;
}

/** Logs the start and the end of a shutdown. @param close resolves when everything has ended */
export async function logShutdown(
  log: Pick<Logger, 'info'>,
  start: ShutdownStart,
  close: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  log.info(start, 'the shutdown begins');
  await close();
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  log.info({ reason: start.reason, seconds }, 'the shutdown is complete');
}
