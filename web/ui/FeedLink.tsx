import { type FeedType, feedPathOf } from '../lib/paths.ts';
import styles from './FeedLink.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface FeedLinkProps {
  type: FeedType;
  slug: string;
  /** The name of the document. */
  name: string;
}

/** Renders the link to the feed of a document. */
export const FeedLink = ({ type, slug, name }: FeedLinkProps) => (
  <a href={feedPathOf(type, slug)} className={styles.link}>
    Feed<VisuallyHidden>{` of ${name}`}</VisuallyHidden>
  </a>
);
