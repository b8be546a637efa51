import { FilmImage } from '../../components/images/FilmImage.tsx';
import rings from '../../components/images/placeholderPattern.module.css';
import { Duration } from '../../components/text/Duration.tsx';
import { timecode } from '../../components/text/timecode.ts';
import { Spoken } from '../../components/VisuallyHidden.tsx';
import styles from './Poster.module.css';
import type { ScreenFragment } from './VideoPlayer.generated.ts';

interface PosterProps {
  title: string;
  playback: NonNullable<NonNullable<ScreenFragment['video']>['playback']>;
  /** In seconds. */
  duration: number | null;
  sizes: string;
  lead: boolean;
  /** The film has been asked for: nothing is left to press. */
  isOpen: boolean;
  /** The film is there: the still has gone. */
  isCovered: boolean;
  /** Where this reader was, in seconds; 0 for nowhere. */
  place: number;
  /** The film will likely be asked for in a moment. */
  onWanted: () => void;
  onPlay: (seconds: number) => void;
}

/** A film's still, and the word that opens it. Who was in the middle of it goes on there, or from the beginning. */
export const Poster = (props: PosterProps) => {
  const { title, playback, duration, sizes, lead, isOpen, isCovered, place, onWanted, onPlay } = props;
  return (
    <>
      {!isCovered && (
        <FilmImage
          still={playback}
          {...{ sizes, lead }}
          className={styles.poster}
          fallback={<div className={`${styles.poster} ${rings.rings}`} />}
        />
      )}
      {!isOpen && (
        <>
          <button
            type="button"
            className={styles.play}
            onPointerEnter={onWanted}
            onFocus={onWanted}
            onClick={() => onPlay(place)}
          >
            <span className={styles.word}>
              {place > 0 ? 'Continue' : 'Play'} <Spoken>{title}</Spoken>
              {place > 0 ? (
                <time>
                  <Spoken>from</Spoken> {timecode(place)}
                </time>
              ) : (
                duration != null && <Duration seconds={duration} />
              )}
            </span>
          </button>
          {place > 0 && duration && (
            <>
              <button type="button" className={styles.again} onClick={() => onPlay(0)}>
                From the beginning
              </button>
              <span className={styles.place} style={{ inlineSize: `${(100 * place) / duration}%` }} />
            </>
          )}
        </>
      )}
    </>
  );
};
