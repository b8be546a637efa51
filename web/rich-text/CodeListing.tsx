import { codeLanguageName } from '../../schema/code/codeLanguageName.ts';
import { focusableIfScrollable } from '../lib/focus/focusableIfScrollable.ts';
import { useHydrated } from '../lib/timing/useHydrated.ts';
import { useTransientMessage } from '../lib/timing/useTransientMessage.ts';
import styles from './CodeListing.module.css';

const MESSAGE_DURATION_MS = 2400;

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
  const [message, setMessage] = useTransientMessage<string>(MESSAGE_DURATION_MS);
  const copy = () =>
    // `navigator.clipboard` exists on secure pages only.
    (navigator.clipboard
      ? navigator.clipboard.writeText(code)
      : Promise.reject(new Error('no clipboard'))
    ).then(
      () => setMessage('Copied'),
      () => setMessage('Copy failed; select the code'),
    );
  const name = codeLanguageName(language ?? '');
  return (
    <figure className={styles.listing} aria-label={name ? `Code in ${name}` : 'Code'}>
      <div className={styles.header}>
        <span>{name}</span>
        {isHydrated && (
          <>
            <span role="status" className={styles.message}>
              {message}
            </span>
            <button type="button" onClick={copy}>
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
