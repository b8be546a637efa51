import { type ReactNode, useState } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { addressOf, addressWithin } from '../../../components/paths.ts';
import { SCREEN_TRANSITION } from './screenTransition.ts';

/**
 * The link of a film's card, and the transition name for its still: only the card that was chosen becomes the screen,
 * for the same film may stand on a page more than once.
 * @param within the slug of the collection the film is shown in
 */
export const useFilmLink = (slug: string, within?: string) => {
  const to = within ? addressWithin(slug, within) : addressOf('Film', slug);
  const [isChosen, setIsChosen] = useState(false);
  const changing = useViewTransitionState(to);
  return {
    transition: isChosen && changing ? SCREEN_TRANSITION : undefined,
    link: (children: ReactNode, className?: string) => (
      <Link to={to} viewTransition onClick={() => setIsChosen(true)} className={className}>
        {children}
      </Link>
    ),
  };
};
