import { type CSSProperties, useId, useState } from 'react';
import { runInstead } from '../lib/navigation/isModifiedClick.ts';
import { Picture } from '../ui/images/Picture.tsx';
import type { IllustrationFragment } from './Illustration.generated.ts';
import styles from './Illustration.module.css';
import { Lightbox } from './Lightbox.tsx';

/**
 * Renders an image of a text with its caption. A click opens it in a lightbox; without scripts the link leads to the image file.
 */
export const Illustration = ({ image }: { image: IllustrationFragment }) => {
  const { alt, caption, width } = image;
  const [isEnlarged, setIsEnlarged] = useState(false);
  const hintId = useId();
  return (
    <figure className={styles.figure} style={{ '--image-width': `${width}px` } as CSSProperties}>
      <a
        href={image.url ?? undefined}
        className={styles.link}
        aria-describedby={hintId}
        onClick={(event) => runInstead(event, () => setIsEnlarged(true))}
      >
        <Picture {...image} alt={alt || 'Figure'} sizes="(min-width: 64rem) 60rem, 100vw" />
      </a>
      <span id={hintId} hidden>
        Enlarges the image
      </span>
      {caption && <figcaption>{caption}</figcaption>}
      {isEnlarged && <Lightbox image={image} onClose={() => setIsEnlarged(false)} />}
    </figure>
  );
};
