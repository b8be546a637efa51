import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Change, OpenCorridor } from './changes.ts';

/** Changes kept for gateways that were away; who was away for more has lost some and is told so. */
const KEPT = 10_000;
/** Milliseconds for which one reading waits for news. */
const WAIT = 5_000;
/** Milliseconds without a word, not even that there is no news, after which a connection is taken for dead. */
const SILENCE = 3 * WAIT;
/** Milliseconds between two attempts at a Redis that fails. */
const RETRY = 250;
/** Changes taken in one reading. */
const PAGE = 100;

/** Before the first entry of any stream. */
const NONE = '0-0';

type Entry = [id: string, fields: string[]];

/**
 * A corridor through a stream in Redis, which every gateway reads at its own pace: one that was frozen or cut off goes
 * on where it was. Where that is not in the stream any more, news has been lost.
 * @param prefix begins the names of all keys of the deployment
 */
export function redisCorridor(
  redis: Redis,
  prefix: string,
  onTrouble: (error: unknown) => void,
): OpenCorridor {
  const stream = `${prefix}:changes`;
  return ({ hear, lost }) => {
    const closing = new AbortController();
    // Reading blocks a connection, so it has its own.
    const reader = redis.duplicate({ maxRetriesPerRequest: null, socketTimeout: SILENCE });
    reader.on('error', onTrouble);
    let last: string | undefined;

    /** What has come; nothing where news has been lost. */
    const ask = async (): Promise<Entry[] | undefined> => {
      const begun = last ?? (await newest(reader, stream));
      if (last !== undefined && (await isPast(reader, stream, last))) return undefined;
      last = begun;
      const answer = (await reader.xread('COUNT', PAGE, 'BLOCK', WAIT, 'STREAMS', stream, begun)) as
        | [string, Entry[]][]
        | null;
      return answer?.[0]?.[1] ?? [];
    };
    const read = async () => {
      const entries = await orAborted(ask(), closing.signal);
      if (!entries) {
        await lost();
        last = await orAborted(newest(reader, stream), closing.signal);
      }
      for (const [id, [, text]] of entries ?? []) {
        const change = readChange(text);
        await (change ? hear(change) : lost());
        last = id;
      }
    };
    const follow = async () => {
      while (!closing.signal.aborted) {
        await read().catch(async (error: unknown) => {
          if (closing.signal.aborted) return;
          onTrouble(error);
          await sleep(RETRY, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        });
      }
    };
    const following = follow();

    return {
      async send(change) {
        await redis.xadd(stream, 'MAXLEN', '~', KEPT, '*', 'change', JSON.stringify(change));
      },
      async close() {
        closing.abort();
        reader.disconnect();
        await following;
      },
    };
  };
}

/** What is asked of a connection that may be ended between two attempts: it then answers nothing, not even a failure. */
async function orAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const end = () => reject(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  asked.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', end));
}

/** The id of the stream's last entry, or the one before its first. */
async function newest(redis: Redis, stream: string): Promise<string> {
  const [entry] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  return entry?.[0] ?? NONE;
}

/** Whether what came after this id has been dropped from the stream, or the stream has begun anew. */
async function isPast(redis: Redis, stream: string, last: string): Promise<boolean> {
  const [[oldest] = []] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
  const end = await newest(redis, stream);
  if (isBefore(end, last)) return true;
  if (last === NONE) return (await redis.xlen(stream)) >= KEPT;
  return oldest !== undefined && isBefore(last, oldest);
}

/** A change as another gateway sent it; undefined for what is none, such as that of another version. */
function readChange(text: string | undefined): Change | undefined {
  try {
    const change = JSON.parse(text ?? '') as Partial<Change> | null;
    const isChange = [change?.tags, change?.documents, change?.assets].every(Array.isArray);
    return isChange ? (change as Change) : undefined;
  } catch {
    return undefined;
  }
}

function isBefore(a: string, b: string): boolean {
  const [aTime, aPart] = a.split('-').map(Number) as [number, number];
  const [bTime, bPart] = b.split('-').map(Number) as [number, number];
  return aTime < bTime || (aTime === bTime && aPart < bPart);
}
