/** Parses `asc(attribute)` and `desc(attribute)`; returns undefined for anything else. */
export function parseSort(criterion: string): { attribute: string; isDescending: boolean } | undefined {
  const match = /^(asc|desc)\(([^()]+)\)$/.exec(criterion);
  return match ? { attribute: match[2] as string, isDescending: match[1] === 'desc' } : undefined;
}

/** A searchable attribute and the rank of its matches. */
export interface SearchableAttribute {
  path: string;
  /** Position in the list; attributes separated by commas share a rank. */
  rank: number;
  /** True if an earlier word in the attribute ranks before a later word. */
  isOrdered: boolean;
}

/**
 * Parses `searchableAttributes`: `a`, `unordered(b)`, `c,d` for two of equal rank (which are never ordered).
 */
export function parseSearchableAttributes(settings: readonly string[]): SearchableAttribute[] {
  return settings.flatMap((entry, rank) => {
    const names = entry.split(',').map((name) => name.trim());
    return names.map((name) => {
      const unordered = /^unordered\("?(.+?)"?\)$/.exec(name);
      return {
        path: unordered?.[1] ?? name.replace(/^ordered\("?(.+?)"?\)$/, '$1'),
        rank,
        isOrdered: !unordered && names.length === 1,
      };
    });
  });
}

/** A facet and its modifiers. */
export interface FacetAttribute {
  path: string;
  filterOnly: boolean;
  searchable: boolean;
  afterDistinct: boolean;
}

/** Parses `attributesForFaceting` with the modifiers `filterOnly`, `searchable` and `afterDistinct`. */
export function parseFacetAttributes(settings: readonly string[]): Map<string, FacetAttribute> {
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
