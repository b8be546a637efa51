import type { Redis } from 'ioredis';
import type { RateLimit } from '../../../config/formats.ts';
import { type BucketStore, secondsUntil } from '../../rateLimit/tokenBucket.ts';
import { createMemoryBuckets } from '../memory/memoryBuckets.ts';
import type { OnAvailability, StoreFailure } from '../storage.ts';
import { connectFailFast, redisFailure } from './redis.ts';

const HEALTH_CHECK_INTERVAL_MS = 300;

/**
 * Takes points from a token bucket by the clock of Redis; negative points are returned.
 * KEYS: the bucket. ARGV: points, maximum, points restored per second, 1 to take more points than there are.
 * Returns whether the points were taken, and the points left. A bucket expires when it is full, so a missing one is full.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local points, maximum, rate = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'points', 'at')
local available = maximum
if bucket[1] then
  available = math.min(maximum, bucket[1] + math.max(0, now - bucket[2]) / 1000 * rate)
end
if points > math.max(0, available) and ARGV[4] == '0' then return { 0, string.format('%.3f', available) } end
if points ~= 0 then
  available = math.max(-maximum, math.min(maximum, available - points))
  redis.call('HSET', KEYS[1], 'points', string.format('%.3f', available), 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil((maximum - available) / rate * 1000) + 1000)
end
return { 1, string.format('%.3f', available) }`;

/** The connection with the script as a command. */
type Scripted = Redis & {
  takePoints(
    bucket: string,
    points: number,
    maximum: number,
    restoreRate: number,
    isDebit: 0 | 1,
  ): Promise<[granted: 0 | 1, available: string]>;
};

interface RedisBucketsOptions {
  readonly url: string;
  /** Prefix of the keys in Redis; deployments that share a server need different prefixes. */
  readonly prefix: string;
  readonly onAvailability?: OnAvailability;
}

/**
 * Creates token buckets in Redis that all gateways of a deployment share. While Redis is unavailable or slow, buckets in
 * the memory of this gateway decide; what they granted does not count in Redis afterwards.
 */
export function createRedisBuckets({ url, prefix, onAvailability }: RedisBucketsOptions): BucketStore {
  const redis = connectFailFast(url, { takePoints: { numberOfKeys: 1, lua: TAKE } }) as Scripted;
  const local = createMemoryBuckets();
  /** Undefined until the first connection succeeds or fails. */
  let isAvailable: boolean | undefined;
  let isClosed = false;

  const setAvailable = (next: boolean, failure?: StoreFailure) => {
    if (isClosed || next === isAvailable) return;
    if (isAvailable !== undefined || !next) onAvailability?.(next, failure);
    isAvailable = next;
  };
  const onFailure = (operation: string) => (error: unknown) =>
    setAvailable(false, redisFailure(operation, error));
  const check = () => {
    if (redis.status === 'ready') redis.ping().then(() => setAvailable(true), onFailure('check'));
  };
  const timer = setInterval(check, HEALTH_CHECK_INTERVAL_MS).unref();
  redis.on('error', onFailure('connect'));
  redis.on('close', () => onFailure('connect')(new Error('the connection was closed')));
  redis.on('ready', check);

  const takeShared = (
    name: string,
    points: number,
    { maximum, restoreRate }: RateLimit,
    isDebit: 0 | 1 = 0,
  ) => redis.takePoints(`${prefix}:rate-limit:${name}`, points, maximum, restoreRate, isDebit);
  return {
    async take(name, points, limit) {
      if (!isAvailable) return local.take(name, points, limit);
      try {
        const [granted, text] = await takeShared(name, points, limit);
        const available = Number(text);
        return granted === 1
          ? { isGranted: true, available, waitSeconds: 0 }
          : { isGranted: false, available, waitSeconds: secondsUntil(points, available, limit) };
      } catch (error) {
        onFailure('take')(error);
        return local.take(name, points, limit);
      }
    },
    debit(name, points, limit) {
      if (isAvailable) takeShared(name, points, limit, 1).catch(onFailure('debit'));
      else local.debit(name, points, limit);
    },
    refund(name, points, limit) {
      if (isAvailable) takeShared(name, -points, limit).catch(onFailure('refund'));
      else local.refund(name, points, limit);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      redis.disconnect();
    },
  };
}
