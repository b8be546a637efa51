import { useHydrated } from '../components/timing/useHydrated.ts';
import { useTransientMessage } from '../components/timing/useTransientMessage.ts';
import styles from './CodeListing.module.css';

const LANGUAGES: Record<string, string> = {
  c: 'C',
  css: 'CSS',
  glsl: 'GLSL',
  html: 'HTML',
  js: 'JavaScript',
  javascript: 'JavaScript',
  json: 'JSON',
  py: 'Python',
  python: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
  typescript: 'TypeScript',
};
const MESSAGE_SHOWN_FOR_MS = 2400;

interface CodeListingProps {
  code: string;
  /** As the editor's code block names it, e.g. `js`. */
  language?: string | undefined;
}

/** A program in a text: what it is written in, and a button that copies it. */
export const CodeListing = ({ code, language }: CodeListingProps) => {
  const hydrated = useHydrated();
  const [message, setMessage] = useTransientMessage<string>(MESSAGE_SHOWN_FOR_MS);
  const copy = () =>
    // Browsers offer the clipboard to secure pages alone.
    (navigator.clipboard
      ? navigator.clipboard.writeText(code)
      : Promise.reject(new Error('no clipboard'))
    ).then(
      () => setMessage('Copied'),
      () => setMessage('Select it by hand'),
    );
  const name = language && (LANGUAGES[language.toLowerCase()] ?? language);
  return (
    <figure className={styles.listing} aria-label={name ? `Program in ${name}` : 'Program'}>
      <div className={styles.head}>
        <span>{name}</span>
        {hydrated && (
          <>
            <span role="status" className={styles.said}>
              {message}
            </span>
            <button type="button" onClick={copy}>
              Copy
            </button>
          </>
        )}
      </div>
      {/* A listing that is wider than the column scrolls, and what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre className={styles.code} tabIndex={0} data-sideways="">
        <code>{code}</code>
      </pre>
    </figure>
  );
};
