/** Reads `asc(attribute)` and `desc(attribute)`; undefined for anything else. */
export function sortOf(criterion: string): { attribute: string; descending: boolean } | undefined {
  const match = /^(asc|desc)\(([^()]+)\)$/.exec(criterion);
  return match ? { attribute: match[2] as string, descending: match[1] === 'desc' } : undefined;
}

/** A searchable attribute and how its matches rank. */
export interface SearchableAttribute {
  path: string;
  /** Its place in the list; attributes parted by commas share one. */
  rank: number;
  /** Whether an earlier word in the attribute ranks before a later one. */
  ordered: boolean;
}

/** Reads `searchableAttributes`: `a`, `unordered(b)`, `c,d` for two of equal rank (which are never ordered). */
export function searchableOf(settings: readonly string[]): SearchableAttribute[] {
  return settings.flatMap((entry, rank) => {
    const names = entry.split(',').map((name) => name.trim());
    return names.map((name) => {
      const unordered = /^unordered\("?(.+?)"?\)$/.exec(name);
      return {
        path: unordered?.[1] ?? name.replace(/^ordered\("?(.+?)"?\)$/, '$1'),
        rank,
        ordered: !unordered && names.length === 1,
      };
    });
  });
}

/** A facet and what it may be used for. */
export interface FacetAttribute {
  path: string;
  filterOnly: boolean;
  searchable: boolean;
  afterDistinct: boolean;
}

/** Reads `attributesForFaceting` with the modifiers `filterOnly`, `searchable` and `afterDistinct`. */
export function facetsOf(settings: readonly string[]): Map<string, FacetAttribute> {
  const facets = new Map<string, FacetAttribute>();
  for (const entry of settings) {
    const modifiers = new Set<string>();
    let path = entry;
    for (let m = MODIFIER.exec(path); m; m = MODIFIER.exec(path)) {
      modifiers.add(m[1] as string);
      path = m[2] as string;
    }
    facets.set(path, {
      path,
      filterOnly: modifiers.has('filterOnly'),
      searchable: modifiers.has('searchable'),
      afterDistinct: modifiers.has('afterDistinct'),
    });
  }
  return facets;
}

const MODIFIER = /^(filterOnly|searchable|afterDistinct)\("?(.+?)"?\)$/;
