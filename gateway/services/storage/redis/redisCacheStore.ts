import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LEASED_TTL_SECONDS } from '../../cache/validity.ts';
import { createWriteShares } from '../../cache/writeShare.ts';
import type { RemoteInvalidations, SharedEntry, SharedStore } from '../sharedStore.ts';
import type { OnAvailability } from '../storage.ts';
import { connectFailFast, redisFailure } from './redis.ts';
import { INVALIDATE, LAST_INVALIDATION, READ, WRITE } from './redisCacheScripts.ts';

interface RedisCacheStoreOptions {
  readonly url: string;
  /** Prefix of keys and channel; deployments that share a server need different prefixes. */
  readonly prefix: string;
  readonly remoteInvalidations: RemoteInvalidations;
  readonly onAvailability?: OnAvailability;
}

const RETRY_AFTER_FAILURE_MS = 1000;
/** Interval of checks for missed invalidations. */
const CHECK_INTERVAL_MS = 1000;
/** Longest lifetime of an entry and of a recorded invalidation. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;
/** Longest time for which an entry stays after it has expired; the memory of each gateway keeps it longer. */
const MAX_STALE_SECONDS = 15 * 60;
/** With more tags pending than this while Redis is unavailable, everything is invalidated. */
const MAX_PENDING_TAGS = 10_000;
/** Larger entries are not shared. */
const MAX_ENTRY_CHARACTERS = 2 * 1024 * 1024;
/** Stands for every tag. */
const ALL_TAGS = '*';

/** The connection with the scripts as commands. */
type Scripted = Redis & {
  cacheRead(
    invalidations: string,
    entry: string,
  ): Promise<[clock: string, age?: string, tags?: string, text?: string]>;
  cacheWrite(
    invalidations: string,
    entry: string,
    clock: string,
    tags: string,
    text: string,
    lifetimeMs: number,
  ): Promise<number>;
  cacheInvalidate(
    invalidations: string,
    channel: string,
    from: string,
    tags: string,
    retentionSeconds: number,
  ): Promise<string>;
  cacheLastInvalidation(invalidations: string, run: string, id: string): Promise<string>;
};

/** A gateway holds tags; see `HeldTags`. */
interface HoldMessage {
  readonly from: string;
  readonly tags: readonly string[];
  readonly holdMs: number;
}

/** A gateway invalidated tags. */
interface InvalidationMessage {
  readonly from: string;
  /** Times of the previous invalidation and of this invalidation. */
  readonly before: string;
  readonly at: string;
  readonly tags: readonly string[];
}

/**
 * Creates a store in Redis with a channel for invalidations. While Redis is unavailable, every operation ends at once
 * without a result, and each gateway uses its own memory. It holds no more of one caller's loads than its share.
 */
export function createRedisCacheStore({
  url,
  prefix,
  remoteInvalidations,
  onAvailability,
}: RedisCacheStoreOptions): SharedStore {
  const names = {
    channel: `${prefix}:invalidated`,
    invalidations: `${prefix}:invalidations`,
    run: `${prefix}:run`,
  };
  const self = randomUUID();
  const commands = connectFailFast(url, COMMANDS) as Scripted;
  const subscriber = connectFailFast(url, {});
  let isListening = false;
  let isLost = false;
  let isClosed = false;
  let retryAt = 0;
  /** Time of the last invalidation that this gateway knows. */
  let lastInvalidationAt: string | undefined;
  let run = '';
  const pendingTags = new Set<string>();
  const takeShare = createWriteShares();

  const failed = (operation: string, error: unknown): undefined => {
    isListening = false;
    retryAt = performance.now() + RETRY_AFTER_FAILURE_MS;
    if (!isLost && !isClosed) onAvailability?.(false, redisFailure(operation, error));
    isLost = true;
  };
  /** Runs a command; undefined while Redis is unavailable. */
  const runCommand = async <T>(operation: string, command: () => Promise<T>): Promise<T | undefined> => {
    const isAvailable = isListening && commands.status === 'ready' && performance.now() >= retryAt;
    return isAvailable ? command().catch((error: unknown) => failed(operation, error)) : undefined;
  };
  const flushInvalidations = async () => {
    if (pendingTags.size === 0) return;
    const tags =
      pendingTags.has(ALL_TAGS) || pendingTags.size > MAX_PENDING_TAGS ? [ALL_TAGS] : [...pendingTags];
    pendingTags.clear();
    const at = await runCommand('invalidate', () =>
      commands.cacheInvalidate(
        names.invalidations,
        names.channel,
        self,
        JSON.stringify(tags),
        MAX_LIFETIME_SECONDS,
      ),
    );
    if (at === undefined) for (const tag of tags) pendingTags.add(tag);
  };

  subscriber.on('message', (_channel: string, text: string) => {
    const message = JSON.parse(text) as InvalidationMessage | HoldMessage;
    if ('holdMs' in message) {
      if (message.from !== self) remoteInvalidations.held(message.tags, message.holdMs);
      return;
    }
    const { from, before, at, tags } = message;
    const isNext = before === lastInvalidationAt;
    lastInvalidationAt = at;
    if (!isNext || (from !== self && tags.includes(ALL_TAGS))) remoteInvalidations.missed();
    else if (from !== self) remoteInvalidations.invalidated(tags);
  });
  /** Checks for missed invalidations. Replies and messages of one connection arrive in order, so `ping` flushes messages. */
  const catchUp = async () => {
    if (!isListening) {
      await subscriber.subscribe(names.channel);
      run = /^run_id:(\w+)/m.exec(await commands.info('server'))?.[1] ?? '';
    }
    const time = await commands.cacheLastInvalidation(names.invalidations, names.run, run);
    await subscriber.ping();
    if (lastInvalidationAt === undefined || Number(lastInvalidationAt) < Number(time)) {
      lastInvalidationAt = time;
      remoteInvalidations.missed();
    }
    isListening = true;
    if (isLost) onAvailability?.(true);
    isLost = false;
  };
  let isChecking = false;
  const check = async () => {
    if (isChecking || commands.status !== 'ready' || subscriber.status !== 'ready') return;
    isChecking = true;
    try {
      await catchUp();
      retryAt = 0;
      await flushInvalidations();
    } catch (error) {
      failed('check', error);
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  for (const connection of [commands, subscriber]) {
    connection.on('error', (error) => failed('connect', error));
    connection.on('close', () => failed('connect', new Error('the connection was closed')));
    connection.on('ready', () => void check());
  }

  const invalidate = (tags: readonly string[]) => {
    for (const tag of tags) pendingTags.add(tag);
    return flushInvalidations();
  };
  const entryKey = (key: string) => `${prefix}:${key}`;

  return {
    async get(key) {
      const reply = await runCommand('read', () => commands.cacheRead(names.invalidations, entryKey(key)));
      if (!reply) return undefined;
      const [clock, age, tags, text] = reply;
      if (age === undefined || tags === undefined || text === undefined) return { clock, age: 0 };
      const entry = { ...JSON.parse(text), tags: JSON.parse(tags) } as SharedEntry;
      return { clock, entry, age: Number(age) / 1_000_000 };
    },
    async set(key, { tags, ...stored }, clock) {
      const { ttlSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds, isLeased } = stored;
      const text = JSON.stringify(stored);
      // The entry stays in the memory of this gateway.
      if (text.length > MAX_ENTRY_CHARACTERS || !(await takeShare(text.length))) return true;
      const staleSeconds = Math.min(
        Math.max(staleWhileRevalidateSeconds, staleIfErrorSeconds),
        MAX_STALE_SECONDS,
      );
      const freshSeconds = isLeased ? LEASED_TTL_SECONDS : ttlSeconds;
      const lifetimeSeconds = Math.min(freshSeconds + staleSeconds, MAX_LIFETIME_SECONDS);
      const written = await runCommand('write', () =>
        commands.cacheWrite(
          names.invalidations,
          entryKey(key),
          clock,
          JSON.stringify(tags),
          text,
          Math.ceil(lifetimeSeconds * 1000),
        ),
      );
      return written !== 0;
    },
    invalidate,
    invalidateAll: () => invalidate([ALL_TAGS]),
    async hold(tags, holdMs) {
      const message: HoldMessage = { from: self, tags, holdMs };
      await runCommand('hold', () => commands.publish(names.channel, JSON.stringify(message)));
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}

const COMMANDS = {
  cacheRead: { numberOfKeys: 2, lua: READ },
  cacheWrite: { numberOfKeys: 2, lua: WRITE },
  cacheInvalidate: { numberOfKeys: 1, lua: INVALIDATE },
  cacheLastInvalidation: { numberOfKeys: 2, lua: LAST_INVALIDATION },
};
