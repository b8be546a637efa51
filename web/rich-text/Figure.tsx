import { useId, useState } from 'react';
import { Picture } from '../components/images/Picture.tsx';
import { isModifiedClick } from '../components/isModifiedClick.ts';
import type { FigureFragment } from './Figure.generated.ts';
import styles from './Figure.module.css';
import { Lightbox } from './Lightbox.tsx';

interface FigureProps {
  /** The picture as the graph answers it; undefined when it cannot be had. */
  image: FigureFragment | undefined;
  /** What the picture shows, for those who do not see it and for when it cannot be had. */
  alt?: string | null | undefined;
  caption?: string | null | undefined;
}

/**
 * A picture in a text, with its caption. A press enlarges it; without scripts the press leads to the picture itself.
 * Where the picture cannot be had its description stands in.
 */
export const Figure = ({ image, alt = image?.alt, caption = image?.caption }: FigureProps) => {
  const [isEnlarged, setIsEnlarged] = useState(false);
  const hint = useId();
  if (!image && !alt && !caption) return null;
  return (
    <figure className={styles.figure}>
      {image ? (
        <a
          href={image.url}
          className={styles.press}
          aria-describedby={hint}
          onClick={(event) => {
            if (isModifiedClick(event)) return;
            event.preventDefault();
            setIsEnlarged(true);
          }}
        >
          <Picture {...image} alt={alt || 'A figure'} sizes="(min-width: 64rem) 60rem, 100vw" />
        </a>
      ) : (
        <p className={styles.missing}>{alt}</p>
      )}
      {image && (
        <span id={hint} hidden>
          Enlarges the picture
        </span>
      )}
      {caption && <figcaption>{caption}</figcaption>}
      {image && isEnlarged && (
        <Lightbox image={image} alt={alt} caption={caption} onClose={() => setIsEnlarged(false)} />
      )}
    </figure>
  );
};
