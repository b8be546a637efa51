import { readableMarks } from '../../highlights/normalizeHighlights.ts';
import type { FoundMomentsFragment } from './FoundMoments.generated.ts';

type Edge = FoundMomentsFragment['edges'][number];

/** A second of a film, as it was found. */
export type Moment = Edge['node'];
type Film = NonNullable<Moment['film']>;

/** A film with the seconds that were found in it. */
export interface MomentGroup {
  film: Film;
  /** In the order of the film. */
  moments: readonly Moment[];
}

/**
 * The moments under their films, the film with the best of them first. A moment whose film cannot be had, or that was
 * found twice, is left out.
 */
export const momentGroups = (edges: readonly Edge[], query: string): MomentGroup[] => {
  const groups = new Map<string, { film: Film; moments: Map<number, Moment> }>();
  for (const { node } of edges) {
    if (!node.film) continue;
    const group = groups.get(node.film.id) ?? { film: node.film, moments: new Map<number, Moment>() };
    groups.set(node.film.id, group);
    if (group.moments.has(node.start)) continue;
    const [marked] = readableMarks([{ segments: node.snippet }], query);
    group.moments.set(node.start, { ...node, snippet: [...(marked?.segments ?? [])] });
  }
  return [...groups.values()].map(({ film, moments }) => ({
    film,
    moments: [...moments.values()].sort((one, other) => one.start - other.start),
  }));
};
