import { useId, useState } from 'react';
import { Picture } from '../components/images/Picture.tsx';
import { isModifiedClick } from '../components/isModifiedClick.ts';
import type { FigureFragment } from './Figure.generated.ts';
import styles from './Figure.module.css';
import { Lightbox } from './Lightbox.tsx';

interface FigureProps {
  /** Undefined if the image is not available. */
  image: FigureFragment | undefined;
  /** The description of the image; also its replacement if it is not available. */
  alt?: string | null | undefined;
  caption?: string | null | undefined;
}

/**
 * Renders an image of a text with its caption. A click opens it in a lightbox; without scripts the link leads to the image file.
 */
export const Figure = ({ image, alt = image?.alt, caption = image?.caption }: FigureProps) => {
  const [isEnlarged, setIsEnlarged] = useState(false);
  const hintId = useId();
  if (!image && !alt && !caption) return null;
  return (
    <figure className={styles.figure}>
      {image ? (
        <a
          href={image.url}
          className={styles.link}
          aria-describedby={hintId}
          onClick={(event) => {
            if (isModifiedClick(event)) return;
            event.preventDefault();
            setIsEnlarged(true);
          }}
        >
          <Picture {...image} alt={alt || 'Figure'} sizes="(min-width: 64rem) 60rem, 100vw" />
        </a>
      ) : (
        <p className={styles.missing}>{alt}</p>
      )}
      {image && (
        <span id={hintId} hidden>
          Enlarges the image
        </span>
      )}
      {caption && <figcaption>{caption}</figcaption>}
      {image && isEnlarged && (
        <Lightbox image={image} alt={alt} caption={caption} onClose={() => setIsEnlarged(false)} />
      )}
    </figure>
  );
};
