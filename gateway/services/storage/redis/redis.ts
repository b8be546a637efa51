import { type Command, Redis, type RedisOptions } from 'ioredis';
import type { StoreFailure } from '../storage.ts';

const FAIL_FAST_TIMEOUT_MS = 100;
const MAX_RECONNECT_DELAY_MS = 1000;
const CONNECT_TIMEOUT_MS = 1000;
/** Time for a command on durable state, with its retries. */
const COMMAND_TIMEOUT_MS = 2000;
const PING_INTERVAL_MS = 1000;
/** The message of ioredis for `commandTimeout`, which other connections have. */
const TIMED_OUT = 'Command timed out';

/**
 * A connection whose commands fail without a reply in time. Unlike `commandTimeout` of ioredis, a busy event loop first reads the
 * replies that have arrived: its timers run before its sockets are read.
 */
class TimedRedis extends Redis {
  readonly #timeoutMs: number;

  constructor(url: string, { timeoutMs, ...options }: RedisOptions & { readonly timeoutMs: number }) {
    super(url, options);
    this.#timeoutMs = timeoutMs;
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    const fail = () => command.reject(new Error(TIMED_OUT));
    const timer = setTimeout(() => setImmediate(fail), this.#timeoutMs);
    const stop = () => clearTimeout(timer);
    command.promise.then(stop, stop);
    return super.sendCommand(command, stream);
  }
}

/** Describes the failure of a command, or of the connection. @param operation what the command does */
export function redisFailure(operation: string, error: unknown): StoreFailure {
  const isTimeout = error instanceof Error && error.message === TIMED_OUT;
  return isTimeout
    ? { operation, limitMs: FAIL_FAST_TIMEOUT_MS, cause: `no answer within ${FAIL_FAST_TIMEOUT_MS} ms` }
    : { operation, cause: String(error) };
}

/** Lua scripts by the name of their command. */
export type Scripts = Readonly<Record<string, { readonly numberOfKeys: number; readonly lua: string }>>;

/**
 * Connects for callers that can work without Redis: every command fails within 100 ms while Redis is unavailable, and none
 * is queued.
 */
export function connectFailFast(url: string, scripts: Scripts): Redis {
  const connection = new TimedRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    timeoutMs: FAIL_FAST_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS),
  });
  for (const [name, script] of Object.entries(scripts)) connection.defineCommand(name, script);
  return connection;
}

/**
 * Connects to durable state. Commands are repeated when the connection is lost, and fail when Redis does not respond within
 * 2 s. A connection without responses is replaced: TCP needs minutes to notice that it is dead.
 */
export function connectDurable(url: string): Redis {
  const connection = new TimedRedis(url, {
    maxRetriesPerRequest: 2,
    connectTimeout: CONNECT_TIMEOUT_MS,
    timeoutMs: COMMAND_TIMEOUT_MS,
  });
  // Not `socketTimeout`: its timer outlives the connection, closes the next one, and delays the exit of the process.
  const check = () => {
    if (connection.status === 'ready') connection.ping().catch(() => reconnect(connection));
  };
  const timer = setInterval(check, PING_INTERVAL_MS).unref();
  connection.once('end', () => clearInterval(timer));
  return connection;
}

/** Replaces a connection that does not respond; it may be closed or replaced already. */
export function reconnect(connection: Redis): void {
  if (connection.status === 'ready') connection.disconnect(true);
}
