import { useEffect } from 'react';
import type { Neighbours } from './adjacentFilms.ts';
import { useNeighbours } from './useAdjacentFilms.ts';

interface NeighbourhoodProps {
  slug: string;
  title: string;
  /** The slug of the collection the reader goes through; null outside of one. */
  within: string | null;
  /** Called when other films than before lie around this one; with null when it goes. */
  onNeighbours: (neighbours: Neighbours | null) => void;
}

/** Finds out what lies around a film, for its page; shows nothing itself. */
export const Neighbourhood = ({ slug, title, within, onNeighbours }: NeighbourhoodProps) => {
  const neighbours = useNeighbours(slug, title, within);
  useEffect(() => {
    onNeighbours(neighbours);
    return () => onNeighbours(null);
  }, [neighbours, onNeighbours]);
  return null;
};
