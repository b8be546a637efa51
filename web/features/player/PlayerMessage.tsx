import type { VideoStatus } from '../../apollo/schema.generated.ts';
import rings from '../../components/images/placeholderPattern.module.css';
import styles from './PlayerMessage.module.css';
import type { Failure } from './stream/useRetry.ts';

interface ScreenMessageProps {
  state: VideoStatus | 'none' | Failure;
  /** Whether the page tells about the film, under the screen. */
  isToldBelow: boolean;
  onRetry: () => void;
}

const WORDS: Record<ScreenMessageProps['state'], { title: string; text: string; retry: boolean }> = {
  PREPARING: {
    title: 'Still being developed',
    text: 'The film is drawn; its encoding is not finished. It appears here by itself as soon as it is.',
    retry: true,
  },
  ERRORED: {
    title: 'Lost in development',
    text: 'This film could not be encoded and has to be drawn again.',
    retry: false,
  },
  READY: {
    title: 'The film library is closed for the moment',
    text: 'The film exists; its reel cannot be fetched just now.',
    retry: true,
  },
  none: { title: 'No film yet', text: 'It is not drawn so far.', retry: true },
  failed: {
    title: 'The reel has torn',
    text: 'The film stopped arriving. It can go on from where it was.',
    retry: true,
  },
  offline: {
    title: 'You are not connected',
    text: 'The film waits where it was, and goes on by itself once you are back.',
    retry: true,
  },
};

/** The states of a film that nobody can be shown yet, of which there is only to read. */
const UNSHOWN = new Set<ScreenMessageProps['state']>(['PREPARING', 'ERRORED', 'none']);

/** What the screen says when it cannot show the film, and a way to ask again where that may help. */
export const ScreenMessage = ({ state, isToldBelow, onRetry }: ScreenMessageProps) => {
  const { title, text, retry } = WORDS[state];
  return (
    <div className={`${styles.message} ${rings.rings}`} role="status">
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p>
          {text}
          {isToldBelow && UNSHOWN.has(state) && ' What there is to read about it is below.'}
        </p>
        {retry && (
          <button type="button" onClick={onRetry}>
            Look again
          </button>
        )}
      </div>
    </div>
  );
};
