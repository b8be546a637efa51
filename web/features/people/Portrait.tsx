import { Initial } from '../../components/images/Initial.tsx';
import { Picture } from '../../components/images/Picture.tsx';
import type { PortraitFragment } from '../../components/images/Portrait.generated.ts';
import styles from './Portrait.module.css';

interface PortraitProps {
  picture: PortraitFragment | null;
  name: string;
  sizes: string;
  lead?: boolean;
  /** Beside the name of the person, where describing the picture would only interrupt. */
  decorative?: boolean;
}

/** Somebody's portrait, which is a figure and not a face; their initials where there is none. */
export const Portrait = ({ picture, name, sizes, lead = false, decorative }: PortraitProps) => {
  if (!picture) {
    const initials = name.match(/\b\p{Lu}/gu)?.filter((_, at, all) => at === 0 || at === all.length - 1);
    return (
      <span className={styles.initials}>
        <Initial letters={initials?.join('') ?? ''} />
      </span>
    );
  }
  const { url, srcSet, alt, placeholder } = picture;
  return (
    <Picture
      {...{ url, srcSet, sizes, placeholder, lead }}
      alt={decorative ? '' : alt}
      width={480}
      height={480}
      className={styles.portrait}
    />
  );
};
