import { useEffect } from 'react';
import type { AdjacentFilmSet } from './adjacentFilms.ts';
import { useAdjacentFilms } from './useAdjacentFilms.ts';

interface AdjacentFilmsProps {
  slug: string;
  title: string;
  /** The collection that the page continues with; null outside of a collection. */
  collectionSlug: string | null;
  /** Called when the adjacent films change; with null on unmount. */
  onChange: (adjacent: AdjacentFilmSet | null) => void;
}

/** Loads the adjacent films of a film and reports them. Renders nothing. */
export const AdjacentFilms = ({ slug, title, collectionSlug, onChange }: AdjacentFilmsProps) => {
  const adjacent = useAdjacentFilms(slug, title, collectionSlug);
  useEffect(() => {
    onChange(adjacent);
    return () => onChange(null);
  }, [adjacent, onChange]);
  return null;
};
