import { codeLanguageName } from '../../schema/code/codeLanguageName.ts';
import { focusableIfScrollable } from '../lib/focus/focusableIfScrollable.ts';
import { useHydrated } from '../lib/timing/useHydrated.ts';
import { useCopy } from '../lib/useCopy.ts';
import styles from './CodeListing.module.css';

interface CodeListingProps {
  code: string;
  /** The language of the code block, e.g. `js`. */
  language?: string | null | undefined;
  /** The code as HTML with classes for its syntax, from the API. Default: plain text. */
  html?: string | null | undefined;
}

/** Renders code with the name of its language and a copy button. */
export const CodeListing = ({ code, language, html }: CodeListingProps) => {
  const isHydrated = useHydrated();
  const { copy, result } = useCopy('Select the code and copy it.');
  const name = codeLanguageName(language ?? '');
  return (
    <figure className={styles.listing} aria-label={name ? `Code in ${name}` : 'Code'}>
      <div className={styles.header}>
        <span>{name}</span>
        {isHydrated && (
          <>
            <span role="status" className={styles.message}>
              {result?.message}
            </span>
            <button type="button" onClick={() => void copy(code)}>
              Copy
            </button>
          </>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code scrolls, so it must be focusable to scroll by keyboard */}
      <pre ref={focusableIfScrollable} className={styles.code} tabIndex={0} data-scroll-x="">
        {html ? <code dangerouslySetInnerHTML={{ __html: html }} /> : <code>{code}</code>}
      </pre>
    </figure>
  );
};
