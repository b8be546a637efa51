import { Spoken } from '../../components/VisuallyHidden.tsx';
import { rememberForLater, useKeptFilm } from './watchHistoryStore.ts';

interface WatchLaterProps {
  /** The film's global id. */
  id: string;
  title: string;
  className?: string | undefined;
}

/** Puts a film aside for later, or takes it back. */
export const WatchLater = ({ id, title, className }: WatchLaterProps) => {
  const isSaved = Boolean(useKeptFilm(id)?.laterAt);
  return (
    <button
      type="button"
      className={className}
      data-saved={isSaved || undefined}
      onClick={() => rememberForLater(id, !isSaved)}
    >
      {isSaved ? 'Saved for later' : 'Watch later'}
      <Spoken>: {title}</Spoken>
    </button>
  );
};
