import { Picture as KitPicture, type PictureProps } from '../../kit/picture/Picture.tsx';
import styles from './Picture.module.css';
import pattern from './placeholderPattern.module.css';

/** Renders an image as wide as its box, and a pattern in its place if it is missing. */
export const Picture = ({ className, ...picture }: PictureProps) => {
  const classNames = `${styles.picture} ${className ?? ''}`;
  return (
    <KitPicture {...picture} className={classNames} missingClassName={`${classNames} ${pattern.pattern}`} />
  );
};
