import type { StoredUsage } from './usageStore.ts';

/** The use of a schema coordinate by a client. */
export interface Use {
  readonly coordinate: string;
  readonly client: string;
  /** Null if unknown. */
  readonly version: string | null;
  readonly operations: number;
  /** The last day of use, e.g. `2026-11-20`. */
  readonly lastUsedOn: string;
}

/** The restrictions of a report. */
export interface UsageFilter {
  /** A coordinate; the coordinate of a type or field includes its parts. */
  readonly coordinate?: string | null | undefined;
  readonly client?: string | null | undefined;
}

/** Returns whether a used coordinate is another one, or a part of it, e.g. `Film.title` of `Film`. */
export const isPartOf = (used: string, coordinate: string): boolean =>
  used === coordinate || used.startsWith(`${coordinate}.`) || used.startsWith(`${coordinate}(`);

/** Adds up the days of stored usage. The most frequent uses come first. */
export function usageReport(
  stored: readonly StoredUsage[],
  { coordinate: wanted, client: wantedClient }: UsageFilter = {},
): readonly Use[] {
  const uses = new Map<string, Use>();
  for (const { day, client, version, operations } of stored) {
    if (wantedClient != null && client !== wantedClient) continue;
    for (const [coordinate, number] of Object.entries(operations)) {
      if (wanted != null && !isPartOf(coordinate, wanted)) continue;
      const key = JSON.stringify([coordinate, client, version]);
      const known = uses.get(key);
      uses.set(key, {
        coordinate,
        client,
        version: version === '' ? null : version,
        operations: (known?.operations ?? 0) + number,
        lastUsedOn: known && known.lastUsedOn > day ? known.lastUsedOn : day,
      });
    }
  }
  return [...uses.values()].toSorted(
    (a, b) => b.operations - a.operations || (a.coordinate < b.coordinate ? -1 : 1),
  );
}
