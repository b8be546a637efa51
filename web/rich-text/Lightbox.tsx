import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Picture } from '../ui/images/Picture.tsx';
import type { IllustrationFragment } from './Illustration.generated.ts';
import styles from './Lightbox.late.module.css';

interface LightboxProps {
  image: IllustrationFragment;
  onClose: () => void;
}

/** Renders an image as large as the window. Escape and any click close it. */
export const Lightbox = ({ image, onClose }: LightboxProps) => (
  <Dialog
    label={image.alt || image.caption || 'Figure'}
    className={styles.lightbox}
    closesOnClick="anywhere"
    onClose={onClose}
  >
    {() => (
      <>
        <figure>
          <Picture {...image} alt={image.alt ?? ''} sizes="100vw" isLead />
          {image.caption && <figcaption>{image.caption}</figcaption>}
        </figure>
        {/* Its click bubbles to the dialog, which closes. */}
        <button type="button" className={styles.close}>
          Close
        </button>
      </>
    )}
  </Dialog>
);
