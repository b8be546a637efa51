import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 100;
const MAX_RECONNECT_DELAY_MS = 1000;

/** Lua scripts by the name of their command. */
export type Scripts = Readonly<Record<string, { readonly numberOfKeys: number; readonly lua: string }>>;

/**
 * Connects for callers that can work without Redis: every command fails within 100 ms while Redis is unavailable, and none
 * is queued.
 */
export function connectFailFast(url: string, scripts: Scripts): Redis {
  const connection = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: 1000,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_DELAY_MS),
  });
  for (const [name, script] of Object.entries(scripts)) connection.defineCommand(name, script);
  return connection;
}
