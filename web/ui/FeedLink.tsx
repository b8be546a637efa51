import { type FeedType, feedPathOf } from '../lib/paths.ts';
import styles from './FeedLink.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface FeedLinkProps {
  type: FeedType;
  slug: string;
  /** The name of the document. */
  name: string;
}

/** Renders the link to the feed of a document, with which readers follow it in their feed reader. */
export const FeedLink = ({ type, slug, name }: FeedLinkProps) => (
  <a href={feedPathOf(type, slug)} className={styles.link}>
    Follow<VisuallyHidden>{` ${name}`}</VisuallyHidden> by feed
  </a>
);
