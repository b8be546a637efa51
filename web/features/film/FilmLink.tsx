import { type ReactNode, useState } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { addressOf, addressWithin } from '../../ui/addresses.ts';
import { SCREEN_TRANSITION } from './screenTransition.ts';

/**
 * The link of a film's card, and the transition name for its still: only the card that was chosen becomes the screen,
 * for the same film may stand on a page more than once.
 * @param within the slug of the collection the film is shown in
 */
export const useFilmLink = (slug: string, within?: string) => {
  const to = within ? addressWithin(slug, within) : addressOf('Film', slug);
  const [chosen, choose] = useState(false);
  const changing = useViewTransitionState(to);
  return {
    transition: chosen && changing ? SCREEN_TRANSITION : undefined,
    link: (children: ReactNode, className?: string) => (
      <Link to={to} viewTransition onClick={() => choose(true)} className={className}>
        {children}
      </Link>
    ),
  };
};
