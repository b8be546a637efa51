import { type ReactNode, useState } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { pathInCollection, pathOf } from '../../../lib/paths.ts';
import { PLAYER_TRANSITION_NAME } from './playerTransition.ts';

/**
 * Returns a function that renders the link of a film card, and the view transition name for the still of that card. Only
 * the pressed card has the name, because it must be unique and a page may show a film more than once.
 * @param collectionSlug the collection that the film page continues with
 */
export const useFilmLink = (slug: string, collectionSlug?: string) => {
  const path = collectionSlug ? pathInCollection(slug, collectionSlug) : pathOf('Film', slug);
  const [isPressed, setIsPressed] = useState(false);
  const isTransitioning = useViewTransitionState(path);
  return {
    viewTransitionName: isPressed && isTransitioning ? PLAYER_TRANSITION_NAME : undefined,
    renderLink: (children: ReactNode, className?: string) => (
      <Link to={path} viewTransition onClick={() => setIsPressed(true)} className={className}>
        {children}
      </Link>
    ),
  };
};
