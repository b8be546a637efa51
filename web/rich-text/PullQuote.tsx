import styles from './PullQuote.module.css';

interface PullQuoteProps {
  text: string;
  /** Whose words they are. */
  attribution?: string | null | undefined;
  /** Where they stand. */
  source?: string | null | undefined;
}

/** Somebody's own words, set apart from the text. */
export const PullQuote = ({ text, attribution, source }: PullQuoteProps) => (
  <figure className={styles.quote}>
    <blockquote>{text}</blockquote>
    {attribution && (
      <figcaption>
        {attribution}
        {source && (
          <>
            , <cite>{source}</cite>
          </>
        )}
      </figcaption>
    )}
  </figure>
);
