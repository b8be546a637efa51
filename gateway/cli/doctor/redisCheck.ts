import { Redis } from 'ioredis';
import { type Check, failure, ok, warning } from './check.ts';

const CONNECT_TIMEOUT_MS = 3_000;

/** Checks Redis: reachable, keeps what has no expiry, and writes it to disk. */
export const redisCheck = (redisUrl: string | undefined): Check => ({
  id: 'redis',
  title: 'Redis',
  async run() {
    if (redisUrl === undefined) return ok('none: REDIS_URL is not set, and this instance runs alone');
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: CONNECT_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    let connectionError: Error | undefined;
    redis.on('error', (error) => {
      connectionError = error;
    });
    try {
      await redis.connect();
      return readOutcome(await redis.info());
    } catch (error) {
      return failure('REDIS_UNREACHABLE', {
        expected: 'a Redis that accepts the connection',
        actual: (connectionError ?? (error as Error)).message,
        fix: 'check REDIS_URL, its password, and that Redis runs',
      });
    } finally {
      redis.disconnect();
    }
  },
});

/** Returns the outcome about the settings of Redis. @param info the text of `INFO`, one `name:value` per line */
function readOutcome(info: string) {
  const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const policy = value('maxmemory_policy');
  if (policy.startsWith('allkeys'))
    return failure('REDIS_EVICTS_STATE', {
      expected: 'maxmemory-policy volatile-lru',
      actual: policy,
      fix: 'set maxmemory-policy volatile-lru: other policies evict API keys and index jobs',
    });
  if (value('aof_enabled') === '0')
    return warning('REDIS_NOT_DURABLE', {
      expected: 'appendonly yes',
      actual: 'appendonly no',
      fix: 'set appendonly yes: without it, a restart loses API keys and webhooks',
    });
  return ok(`version ${value('redis_version')}, ${policy}`);
}
