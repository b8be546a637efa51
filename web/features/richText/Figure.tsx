import { Picture } from '../../ui/Picture.tsx';
import type { FigureFragment } from './Figure.generated.ts';
import styles from './Figure.module.css';

interface FigureProps {
  /** The picture as the graph answers it; undefined when it cannot be had. */
  image: FigureFragment | undefined;
  /** What the picture shows, for those who do not see it and for when it cannot be had. */
  alt?: string | null | undefined;
  caption?: string | null | undefined;
}

/** A picture in a text, with its caption. Where the picture cannot be had its description stands in. */
export const Figure = ({ image, alt = image?.alt, caption = image?.caption }: FigureProps) => {
  if (!image && !alt && !caption) return null;
  return (
    <figure className={styles.figure}>
      {image ? (
        <Picture {...image} alt={alt ?? ''} sizes="(min-width: 64rem) 60rem, 100vw" />
      ) : (
        <p className={styles.missing}>{alt}</p>
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
};
