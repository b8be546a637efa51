import { Picture } from '../../ui/Picture.tsx';
import styles from './Figure.module.css';
import { type FigureImage, figureSource } from './figureSource.ts';

interface FigureProps {
  image: FigureImage | undefined;
  caption?: string | undefined;
  /** The address of another picture of the publication: it tells where pictures live. */
  sibling: string;
}

/** A picture in a text, with its caption. Where the picture cannot be had its description stands in. */
export const Figure = ({ image, caption = image?.caption, sibling }: FigureProps) => {
  const source = figureSource(image, sibling);
  if (!source && !image?.alt && !caption) return null;
  return (
    <figure className={styles.figure}>
      {source ? (
        <Picture {...source} alt={image?.alt ?? ''} sizes="(min-width: 64rem) 60rem, 100vw" />
      ) : (
        <p className={styles.missing}>{image?.alt}</p>
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
};
