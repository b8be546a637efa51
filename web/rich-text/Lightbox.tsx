import { Dialog } from '../components/Dialog.tsx';
import { Picture } from '../components/images/Picture.tsx';
import type { FigureFragment } from './Figure.generated.ts';
import styles from './Lightbox.module.css';

interface LightboxProps {
  image: FigureFragment;
  alt: string | null | undefined;
  caption: string | null | undefined;
  onClose: () => void;
}

/** A picture as large as the window. Any press and Escape close it. */
export const Lightbox = ({ image, alt, caption, onClose }: LightboxProps) => (
  <Dialog
    label={alt || caption || 'A figure'}
    className={styles.lightbox}
    closesOnPress="anywhere"
    onClose={onClose}
  >
    {() => (
      <>
        <figure>
          <Picture {...image} alt={alt ?? ''} sizes="100vw" lead />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
        {/* Closes as a press anywhere does. */}
        <button type="button" className={styles.close}>
          Close
        </button>
      </>
    )}
  </Dialog>
);
