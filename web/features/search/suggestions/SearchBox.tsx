import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { whenIdle } from '../../../lib/timing/whenIdle.ts';
import styles from './SearchBox.module.css';
import type { SearchComboboxProps } from './SearchCombobox.tsx';

const PLACEHOLDER = 'Search films, words, moments';

/**
 * Renders the search box of the header: a plain form until the page is idle or the form is focused, then a combobox with
 * suggestions. It stays a plain form while a narrow header hides it.
 */
export const SearchBox = () => {
  const input = useRef<HTMLInputElement>(null);
  const [Combobox, setCombobox] = useState<ComponentType<SearchComboboxProps> | null>(null);
  const [initial, setInitial] = useState({ initialQuery: '', isFocused: false });
  const isSearchPage = useLocation().pathname === '/search';

  const loadCombobox = () =>
    void import('./SearchCombobox.tsx').then(
      ({ SearchCombobox }) => {
        setInitial({
          initialQuery: input.current?.value ?? '',
          isFocused: document.activeElement === input.current,
        });
        setCombobox(() => SearchCombobox);
      },
      // The form works without suggestions.
      () => undefined,
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is idle
  useEffect(() => whenIdle(() => input.current?.checkVisibility() && loadCombobox()), []);

  // The search page has its own field.
  if (isSearchPage) return null;
  return (
    <div className={styles.box}>
      {Combobox ? (
        <Combobox ref={input} {...initial} placeholder={PLACEHOLDER} />
      ) : (
        <search>
          <Form action="/search" className={styles.form}>
            <input
              ref={input}
              data-search-shortcut=""
              type="search"
              name="q"
              aria-label="Search"
              placeholder={PLACEHOLDER}
              autoComplete="off"
              maxLength={200}
              onFocus={loadCombobox}
              className={styles.input}
            />
            <kbd className={styles.shortcut}>/</kbd>
          </Form>
        </search>
      )}
    </div>
  );
};
