import type { Redis } from 'ioredis';
import type { Change } from '../../../core/change.ts';
import { raceAbort } from '../../scheduling/deadline.ts';
import { pause } from '../../scheduling/pause.ts';
import type { ChangeHandlers, OpenChangeBus } from '../changeBus.ts';
import { reconnect } from './redis.ts';

/** A gateway that misses more changes than this has a gap. */
const MAX_STREAM_ENTRIES = 10_000;
/** Time for which a read waits for new entries. */
const BLOCK_MS = 5_000;
/** A connection without a response to a read for this long is dead. */
const READ_TIMEOUT_MS = 3 * BLOCK_MS;
const RETRY_DELAY_MS = 250;
const READ_BATCH_SIZE = 100;

/** The id before the first entry of any stream. */
const STREAM_START = '0-0';

type Entry = [id: string, fields: string[]];

/**
 * A change bus on a Redis stream. Each gateway reads at its own position and continues there after an interruption. When
 * the stream no longer holds that position, there is a gap.
 * @param prefix of all Redis keys of the deployment
 */
export function createRedisChangeBus(redis: Redis, prefix: string): OpenChangeBus {
  const stream = `${prefix}:changes`;
  return <Asset>({ onChange, onGap, onError }: ChangeHandlers<Asset>) => {
    const closing = new AbortController();
    // A blocking read needs a connection of its own.
    const reader = redis.duplicate({ maxRetriesPerRequest: null, commandTimeout: READ_TIMEOUT_MS });
    reader.on('error', onError);
    let last: string | undefined;

    /** Reads new entries; undefined when there is a gap. */
    const readEntries = async (): Promise<Entry[] | undefined> => {
      const begun = last ?? (await newestId(reader, stream));
      if (last !== undefined && (await hasGap(reader, stream, last))) return undefined;
      last = begun;
      const response = (await reader.xread(
        'COUNT',
        READ_BATCH_SIZE,
        'BLOCK',
        BLOCK_MS,
        'STREAMS',
        stream,
        begun,
      )) as [string, Entry[]][] | null;
      return response?.[0]?.[1] ?? [];
    };
    const readOnce = async () => {
      // A disconnected client settles no pending command.
      const entries = await raceAbort(readEntries(), closing.signal).catch((error: unknown) => {
        if (!closing.signal.aborted) reconnect(reader);
        throw error;
      });
      if (!entries) {
        await onGap();
        last = await raceAbort(newestId(reader, stream), closing.signal);
      }
      for (const [id, [, text]] of entries ?? []) {
        const change = readChange<Asset>(text);
        await (change ? onChange(change) : onGap());
        last = id;
      }
    };
    const loop = async () => {
      while (!closing.signal.aborted) {
        await readOnce().catch(async (error: unknown) => {
          if (closing.signal.aborted) return;
          onError(error);
          await pause(RETRY_DELAY_MS, closing.signal);
        });
      }
    };
    const running = loop();

    return {
      async send(change) {
        await redis.xadd(stream, 'MAXLEN', '~', MAX_STREAM_ENTRIES, '*', 'change', JSON.stringify(change));
      },
      async close() {
        closing.abort();
        reader.disconnect();
        await running;
      },
    };
  };
}

/** Returns the id of the last entry, `STREAM_START` when there is none. */
async function newestId(redis: Redis, stream: string): Promise<string> {
  const [entry] = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  return entry?.[0] ?? STREAM_START;
}

/** True when entries after this id were trimmed, or the stream was recreated. */
async function hasGap(redis: Redis, stream: string, last: string): Promise<boolean> {
  const [[oldest] = []] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
  const end = await newestId(redis, stream);
  if (isBefore(end, last)) return true;
  if (last === STREAM_START) return (await redis.xlen(stream)) >= MAX_STREAM_ENTRIES;
  return oldest !== undefined && isBefore(last, oldest);
}

/** Parses a change; undefined when it is not one, e.g. of another version of the gateway. */
function readChange<Asset>(text: string | undefined): Change<Asset> | undefined {
  try {
    const change = JSON.parse(text ?? '') as Partial<Change<Asset>> | null;
    const isChange = [change?.tags, change?.documents, change?.assets].every(Array.isArray);
    return isChange ? (change as Change<Asset>) : undefined;
  } catch {
    return undefined;
  }
}

function isBefore(a: string, b: string): boolean {
  const [aTime, aPart] = a.split('-').map(Number) as [number, number];
  const [bTime, bPart] = b.split('-').map(Number) as [number, number];
  return aTime < bTime || (aTime === bTime && aPart < bPart);
}
