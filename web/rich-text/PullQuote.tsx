import styles from './PullQuote.module.css';

interface PullQuoteProps {
  text: string;
  attribution?: string | null | undefined;
  source?: string | null | undefined;
}

/** Renders a quotation apart from the text. */
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
