import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { saveForLater, useWatchState } from './watchHistoryStore.ts';

interface WatchLaterButtonProps {
  /** The global id of the film. */
  id: string;
  title: string;
  className?: string | undefined;
}

/** Renders the button that saves a film for later or removes it from the saved films. */
export const WatchLaterButton = ({ id, title, className }: WatchLaterButtonProps) => {
  const isSaved = Boolean(useWatchState(id)?.savedAt);
  return (
    <button
      type="button"
      className={className}
      data-saved={isSaved || undefined}
      onClick={() => saveForLater(id, !isSaved)}
    >
      {isSaved ? 'Saved for later' : 'Watch later'}
      <VisuallyHidden>{` ${title}`}</VisuallyHidden>
    </button>
  );
};
