import { Redis } from 'ioredis';

/** Milliseconds a command has at most. */
const PATIENCE = 100;
/** Milliseconds between two attempts to connect, at most. */
const LONGEST_PAUSE = 1000;

/** What Redis does as one step, by the name of the command that it becomes. */
export type Scripts = Readonly<Record<string, { readonly numberOfKeys: number; readonly lua: string }>>;

/**
 * A connection for what can go on without Redis: every command fails within a tenth of a second where Redis is away or
 * silent, and none waits for it to come back.
 */
export function connectFailFast(url: string, scripts: Scripts): Redis {
  const connection = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: 1000,
    commandTimeout: PATIENCE,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_PAUSE),
  });
  for (const [name, script] of Object.entries(scripts)) connection.defineCommand(name, script);
  return connection;
}
