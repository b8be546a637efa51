import type { Durable, Mark } from '../durable.ts';
import type { SearchClient } from '../search/client.ts';
import { isMissingIndex } from '../search/client.ts';
import type { FoundDrift } from './compare.ts';

/** How far search is behind what it is made of. */
export interface IndexStatus {
  readonly waiting: number;
  /** Milliseconds for which the oldest piece of work has waited; null when none does. */
  readonly lag: number | null;
  readonly failed: number;
  failures(most: number): Promise<readonly IndexFailure[]>;
  records(): Promise<readonly { index: string; records: number }[]>;
  drift(): Promise<readonly (FoundDrift & { readonly index: string })[]>;
}

/** A piece of work that was given up. */
export interface IndexFailure {
  readonly work: string;
  readonly error: string;
  readonly attempts: number;
  /** ISO 8601. */
  readonly since: string;
}

const COMPARED = ['documents', 'moments'] as const;
/** A number that GraphQL's `Int` can hold. */
const LONGEST_LAG = 2 ** 31 - 1;

/** What the last comparison of an index found. */
export const driftMark = (durable: Pick<Durable, 'mark'>, index: (typeof COMPARED)[number]): Mark =>
  durable.mark(`drift ${index}`);

/**
 * Reads the state of the index work.
 * @throws Error when the list cannot be read
 */
export async function readIndexStatus(
  durable: Pick<Durable, 'index' | 'mark'>,
  search: SearchClient,
  signal: AbortSignal,
): Promise<IndexStatus> {
  const { waiting, dead, oldest } = await durable.index.state();
  return {
    waiting,
    lag: oldest === null ? null : Math.min(LONGEST_LAG, Math.max(0, Date.now() - oldest)),
    failed: dead,
    async failures(most) {
      const items = await durable.index.dead(most);
      return items.map(({ key, error, attempts, addedAt }) => ({
        work: key,
        error,
        attempts,
        since: new Date(addedAt).toISOString(),
      }));
    },
    records: () =>
      Promise.all(Object.values(search.indexes).map((index) => countRecords(search, index, signal))),
    async drift() {
      const found = await Promise.all(COMPARED.map((index) => driftMark(durable, index).read()));
      return found.flatMap((text, i) =>
        text === null
          ? []
          : [{ index: search.indexes[COMPARED[i] as 'documents'], ...(JSON.parse(text) as FoundDrift) }],
      );
    },
  };
}

async function countRecords(search: SearchClient, indexName: string, signal: AbortSignal) {
  try {
    const [answer] = await search.search(
      [{ indexName, query: '', hitsPerPage: 0, analytics: false }],
      signal,
    );
    return { index: indexName, records: answer?.nbHits ?? 0 };
  } catch (error) {
    if (isMissingIndex(error)) return { index: indexName, records: 0 };
    throw error;
  }
}
