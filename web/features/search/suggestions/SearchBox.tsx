import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { whenIdle } from '../../../components/timing/whenIdle.ts';
import styles from './SearchBox.module.css';
import type { SuggestingBoxProps } from './SearchCombobox.tsx';
import { useSearchKeys } from './useSearchShortcut.ts';

const PLACEHOLDER = 'Search films, words, moments';

/**
 * The search box of the header: a plain form, which takes suggestions once the page is quiet or the reader goes there.
 * "/", Ctrl-K and Command-K lead to it from anywhere.
 */
export const SearchBox = () => {
  const input = useRef<HTMLInputElement>(null);
  const [Suggesting, setSuggesting] = useState<ComponentType<SuggestingBoxProps> | null>(null);
  const [typed, setTyped] = useState({ initial: '', focused: false });
  const onSearchPage = useLocation().pathname === '/search';
  useSearchKeys();

  const load = () =>
    void import('./SearchCombobox.tsx').then(
      ({ SuggestingBox }) => {
        setTyped({ initial: input.current?.value ?? '', focused: document.activeElement === input.current });
        setSuggesting(() => SuggestingBox);
      },
      // Without them the form is still a form.
      () => undefined,
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come to rest
  useEffect(() => whenIdle(load), []);

  // The search page has a box of its own, and two would say different things.
  if (onSearchPage) return null;
  return (
    <div className={styles.box} data-search-box="">
      {Suggesting ? (
        <Suggesting {...typed} placeholder={PLACEHOLDER} />
      ) : (
        <search>
          <Form action="/search" className={styles.form}>
            <input
              ref={input}
              type="search"
              name="q"
              aria-label="Search"
              placeholder={PLACEHOLDER}
              autoComplete="off"
              maxLength={200}
              onFocus={load}
              className={styles.input}
            />
            <kbd className={styles.key}>/</kbd>
          </Form>
        </search>
      )}
    </div>
  );
};
