import { useEffect, useState } from 'react';
import { useHydrated } from '../../ui/useHydrated.ts';
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
/** Milliseconds for which the button says what happened. */
const SAID_FOR = 2400;

interface CodeListingProps {
  code: string;
  /** As the editor's code block names it, e.g. `js`. */
  language?: string | undefined;
}

type Said = 'copied' | 'refused' | null;
const WORDS = { copied: 'Copied', refused: 'Select it by hand' };

/** A program in a text: what it is written in, and a button that copies it. */
export const CodeListing = ({ code, language }: CodeListingProps) => {
  const hydrated = useHydrated();
  const [said, say] = useState<Said>(null);
  useEffect(() => {
    if (!said) return;
    const handle = setTimeout(() => say(null), SAID_FOR);
    return () => clearTimeout(handle);
  }, [said]);
  const copy = () =>
    // Browsers offer the clipboard to secure pages alone.
    (navigator.clipboard
      ? navigator.clipboard.writeText(code)
      : Promise.reject(new Error('no clipboard'))
    ).then(
      () => say('copied'),
      () => say('refused'),
    );
  const name = language && (LANGUAGES[language.toLowerCase()] ?? language);
  return (
    <figure className={styles.listing} aria-label={name ? `Program in ${name}` : 'Program'}>
      <div className={styles.head}>
        <span>{name}</span>
        {hydrated && (
          <>
            <span role="status" className={styles.said}>
              {said && WORDS[said]}
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
