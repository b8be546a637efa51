import { Picture } from '../../ui/Picture.tsx';
import styles from './Enlarged.module.css';
import type { FigureFragment } from './Figure.generated.ts';

interface EnlargedProps {
  image: FigureFragment;
  alt: string | null | undefined;
  caption: string | null | undefined;
  onClose: () => void;
}

/** A picture as large as the window. Any press and Escape put it away, and the focus returns to where it was. */
export const Enlarged = ({ image, alt, caption, onClose }: EnlargedProps) => (
  // Escape closes a dialog by itself; the press is for those who point, beside the button.
  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
  <dialog
    ref={(dialog) => {
      if (dialog && !dialog.open) dialog.showModal();
    }}
    className={styles.enlarged}
    aria-label={alt || caption || 'A figure'}
    onClose={onClose}
    onClick={(event) => event.currentTarget.close()}
  >
    <figure>
      <Picture {...image} alt={alt ?? ''} sizes="100vw" lead />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
    <button type="button" className={styles.close}>
      Close
    </button>
  </dialog>
);
