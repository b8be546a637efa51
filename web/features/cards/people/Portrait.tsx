import { initialsOf } from '../../../lib/text/initialsOf.ts';
import { Initial } from '../../../ui/images/Initial.tsx';
import { Picture } from '../../../ui/images/Picture.tsx';
import type { PortraitFragment } from '../../../ui/images/Portrait.generated.ts';
import styles from './Portrait.module.css';

interface PortraitProps {
  image: PortraitFragment | null;
  name: string;
  sizes: string;
  isLead?: boolean;
  /** Omits the alternative text, where the name of the person is next to the image. */
  isDecorative?: boolean;
}

/** Renders the portrait of a person, or their initials if there is none. */
export const Portrait = ({ image, name, sizes, isLead = false, isDecorative }: PortraitProps) => {
  if (!image)
    return (
      <span className={styles.initials}>
        <Initial letters={initialsOf(name)} />
      </span>
    );
  const { url, srcSet, alt, placeholder } = image;
  return (
    <Picture
      url={url}
      srcSet={srcSet}
      sizes={sizes}
      placeholder={placeholder}
      isLead={isLead}
      alt={isDecorative ? '' : alt}
      width={480}
      height={480}
      className={styles.portrait}
    />
  );
};
