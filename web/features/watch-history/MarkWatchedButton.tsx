import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { markWatched, useWatchState } from './watchHistoryStore.ts';

interface MarkWatchedButtonProps {
  /** The global id of the film. */
  id: string;
  title: string;
  /** In seconds. */
  duration: number;
}

/** Renders the button that marks a film as watched or unwatched. */
export const MarkWatchedButton = ({ id, title, duration }: MarkWatchedButtonProps) => {
  const isWatched = Boolean(useWatchState(id)?.isWatched);
  return (
    <button type="button" onClick={() => markWatched(id, { isWatched: !isWatched, duration })}>
      {isWatched ? 'Mark as unwatched' : 'Mark as watched'}
      <VisuallyHidden>{` ${title}`}</VisuallyHidden>
    </button>
  );
};
