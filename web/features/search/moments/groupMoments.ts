import { normalizeHighlights } from '../highlights/normalizeHighlights.ts';
import type { MomentResultsFragment } from './MomentResults.generated.ts';

type Edge = MomentResultsFragment['edges'][number];

export type Moment = NonNullable<Edge['node']>;
type Film = NonNullable<Moment['film']>;

export interface MomentGroup {
  film: Film;
  /** By start time. */
  moments: readonly Moment[];
}

/**
 * Groups moments by film. Films are ordered by their best moment. Duplicates and moments whose film is unavailable are
 * dropped.
 */
export const groupMoments = (edges: readonly Edge[], query: string): MomentGroup[] => {
  const groups = new Map<string, { film: Film; moments: Map<number, Moment> }>();
  for (const { node } of edges) {
    if (!node?.film) continue;
    const group = groups.get(node.film.id) ?? { film: node.film, moments: new Map<number, Moment>() };
    groups.set(node.film.id, group);
    if (group.moments.has(node.start)) continue;
    const [normalized] = normalizeHighlights([{ segments: node.snippet }], query);
    group.moments.set(node.start, { ...node, snippet: [...(normalized?.segments ?? [])] });
  }
  return [...groups.values()].map(({ film, moments }) => ({
    film,
    moments: [...moments.values()].sort((one, other) => one.start - other.start),
  }));
};
