import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { saveForLater, useWatchState } from './watchHistoryStore.ts';

interface WatchLaterProps {
  /** The global id of the film. */
  id: string;
  title: string;
  className?: string | undefined;
}

/** Renders the button that saves a film for later or removes it from the saved films. */
export const WatchLater = ({ id, title, className }: WatchLaterProps) => {
  const isSaved = Boolean(useWatchState(id)?.savedAt);
  return (
    <button
      type="button"
      className={className}
      data-saved={isSaved || undefined}
      onClick={() => saveForLater(id, !isSaved)}
    >
      {isSaved ? 'Saved for later' : 'Watch later'}
      <VisuallyHidden>: {title}</VisuallyHidden>
    </button>
  );
};
