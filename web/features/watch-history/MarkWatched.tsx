import { Spoken } from '../../components/VisuallyHidden.tsx';
import { rememberWatched, useKeptFilm } from './watchHistoryStore.ts';

interface MarkWatchedProps {
  /** The film's global id. */
  id: string;
  title: string;
  /** In seconds. */
  length: number;
}

/** Marks a film as watched by hand, for who has seen it elsewhere; or as not watched, to have it begin anew. */
export const MarkWatched = ({ id, title, length }: MarkWatchedProps) => {
  const isWatched = Boolean(useKeptFilm(id)?.watched);
  return (
    <button type="button" onClick={() => rememberWatched(id, { watched: !isWatched, length })}>
      {isWatched ? 'Mark as not watched' : 'Mark as watched'}
      <Spoken>: {title}</Spoken>
    </button>
  );
};
