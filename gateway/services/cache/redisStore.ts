import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { connectFailFast } from '../storage/redis.ts';
import { LAST, PURGE, READ, WRITE } from './redisScripts.ts';
import type { RemotePurges, SharedEntry, SharedStore } from './sharedStore.ts';

interface RedisStoreOptions {
  readonly url: string;
  /** Keys and the channel begin with it; deployments that share a server differ in it. */
  readonly prefix: string;
  readonly heard: RemotePurges;
  /** Told once when the server goes, and once when it is back. */
  readonly told?: (event: 'lost' | 'back', error?: unknown) => void;
}

/** Milliseconds after a failure in which Redis is left alone. */
const REST = 1000;
/** Milliseconds between two looks whether purges were missed. */
const BEAT = 1000;
/** Seconds after which no entry is kept, and no purge remembered. */
const LONGEST_LIFE = 24 * 60 * 60;
/** Tags that wait for Redis to come back; more of them are a purge of everything. */
const MOST_WAITING = 10_000;
/** Characters of the largest entry: it is read by every gateway, and written by whoever has asked. */
const LARGEST = 2 * 1024 * 1024;
/** The tag that everything has. */
const ALL = '*';

/** The scripts as commands of the connection. */
type Scripted = Redis & {
  cacheRead(
    purges: string,
    entry: string,
  ): Promise<[clock: string, age?: string, tags?: string, text?: string]>;
  cacheWrite(
    purges: string,
    entry: string,
    clock: string,
    tags: string,
    text: string,
    life: number,
  ): Promise<number>;
  cachePurge(purges: string, channel: string, from: string, tags: string, life: number): Promise<string>;
  cacheLast(purges: string, run: string, id: string): Promise<string>;
};

interface Message {
  readonly from: string;
  /** The moment of the purge before this one, and of this one. */
  readonly before: string;
  readonly at: string;
  readonly tags: readonly string[];
}

/**
 * Entries in Redis, and purges that every gateway hears. While Redis is away or silent everything here ends at once and
 * without a result, so that readers go on with what each gateway holds itself.
 */
export function createRedisStore({ url, prefix, heard, told }: RedisStoreOptions): SharedStore {
  const names = { channel: `${prefix}:purged`, purges: `${prefix}:purges`, run: `${prefix}:run` };
  const self = randomUUID();
  const commands = connectFailFast(url, COMMANDS) as Scripted;
  const subscriber = connectFailFast(url, {});
  let isListening = false;
  let isLost = false;
  let isClosed = false;
  let restUntil = 0;
  /** The moment of the last purge of which this gateway knows. */
  let last: string | undefined;
  let run = '';
  const waiting = new Set<string>();

  const failed = (error: unknown): undefined => {
    isListening = false;
    restUntil = performance.now() + REST;
    if (!isLost && !isClosed) told?.('lost', error);
    isLost = true;
  };
  /** What a command answers; undefined when Redis is away or was a moment ago. */
  const ask = async <T>(command: () => Promise<T>): Promise<T | undefined> => {
    const isThere = isListening && commands.status === 'ready' && performance.now() >= restUntil;
    return isThere ? command().catch(failed) : undefined;
  };
  const tell = async () => {
    if (waiting.size === 0) return;
    const tags = waiting.has(ALL) || waiting.size > MOST_WAITING ? [ALL] : [...waiting];
    waiting.clear();
    const at = await ask(() =>
      commands.cachePurge(names.purges, names.channel, self, JSON.stringify(tags), LONGEST_LIFE),
    );
    if (at === undefined) for (const tag of tags) waiting.add(tag);
  };

  subscriber.on('message', (_channel: string, text: string) => {
    const { from, before, at, tags } = JSON.parse(text) as Message;
    const isNext = before === last;
    last = at;
    if (!isNext || (from !== self && tags.includes(ALL))) heard.missed();
    else if (from !== self) heard.purged(tags);
  });
  /** Whether every purge until now was heard: answers and messages of one connection come in their order. */
  const catchUp = async () => {
    if (!isListening) {
      await subscriber.subscribe(names.channel);
      run = /^run_id:(\w+)/m.exec(await commands.info('server'))?.[1] ?? '';
    }
    const moment = await commands.cacheLast(names.purges, names.run, run);
    await subscriber.ping();
    if (last === undefined || Number(last) < Number(moment)) {
      last = moment;
      heard.missed();
    }
    isListening = true;
    if (isLost) told?.('back');
    isLost = false;
  };
  let beating = false;
  const beat = async () => {
    if (beating || commands.status !== 'ready' || subscriber.status !== 'ready') return;
    beating = true;
    try {
      await catchUp();
      restUntil = 0;
      await tell();
    } catch (error) {
      failed(error);
    } finally {
      beating = false;
    }
  };
  const timer = setInterval(beat, BEAT).unref();
  for (const connection of [commands, subscriber]) {
    connection.on('error', failed);
    connection.on('close', () => failed(new Error('the connection was closed')));
    connection.on('ready', () => void beat());
  }

  const purge = (tags: readonly string[]) => {
    for (const tag of tags) waiting.add(tag);
    return tell();
  };
  const nameOf = (key: string) => `${prefix}:${key}`;

  return {
    async get(key) {
      const answer = await ask(() => commands.cacheRead(names.purges, nameOf(key)));
      if (!answer) return undefined;
      const [clock, age, tags, text] = answer;
      if (age === undefined || tags === undefined || text === undefined) return { clock, age: 0 };
      const entry = { ...JSON.parse(text), tags: JSON.parse(tags) } as SharedEntry;
      return { clock, entry, age: Number(age) / 1_000_000 };
    },
    async set(key, { value, tags, ttl, staleWhileRevalidate, staleIfError }, clock) {
      const text = JSON.stringify({ value, ttl, staleWhileRevalidate, staleIfError });
      if (text.length > LARGEST) return true;
      const life = Math.min(ttl + Math.max(staleWhileRevalidate, staleIfError), LONGEST_LIFE);
      const written = await ask(() =>
        commands.cacheWrite(
          names.purges,
          nameOf(key),
          clock,
          JSON.stringify(tags),
          text,
          Math.ceil(life * 1000),
        ),
      );
      return written !== 0;
    },
    purge,
    purgeAll: () => purge([ALL]),
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
  cachePurge: { numberOfKeys: 1, lua: PURGE },
  cacheLast: { numberOfKeys: 2, lua: LAST },
};
