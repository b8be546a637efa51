import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { whenIdle } from '../../ui/whenIdle.ts';
import styles from './SearchBox.module.css';

interface SuggestingBoxProps {
  /** What was typed before the suggestions arrived. */
  initial: string;
  /** The reader is in the box already. */
  focused: boolean;
}

/**
 * The search box of the header: a plain form, which takes suggestions once the page is quiet or the reader goes there.
 * "/" leads to it from anywhere.
 */
export const SearchBox = () => {
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [Suggesting, suggest] = useState<ComponentType<SuggestingBoxProps> | null>(null);
  const [typed, setTyped] = useState({ initial: '', focused: false });
  const onSearchPage = useLocation().pathname === '/search';

  const load = () =>
    void import('./SuggestingBox.tsx').then(({ SuggestingBox }) => {
      setTyped({ initial: input.current?.value ?? '', focused: document.activeElement === input.current });
      suggest(() => SuggestingBox);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come to rest
  useEffect(() => whenIdle(load), []);

  useEffect(() => {
    const toBox = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey) return;
      if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const field =
        document.querySelector<HTMLInputElement>('main input[type="search"]') ??
        box.current?.querySelector<HTMLInputElement>('input');
      if (!field?.checkVisibility()) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener('keydown', toBox);
    return () => document.removeEventListener('keydown', toBox);
  }, []);

  // The search page has a box of its own, and two would say different things.
  if (onSearchPage) return null;
  return (
    <div ref={box}>
      {Suggesting ? (
        <Suggesting {...typed} />
      ) : (
        <search>
          <Form action="/search" className={styles.form}>
            <input
              ref={input}
              type="search"
              name="q"
              aria-label="Search"
              placeholder="Search films, words, moments"
              autoComplete="off"
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
