import { useCombobox } from 'downshift';
import { useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { addressOf, SUBJECT_NAMES } from '../../ui/addresses.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { type SuggestionsQuery, useSuggestionsQuery } from '../search/Suggestions.generated.ts';
import styles from './SearchBox.module.css';
import list from './SuggestingBox.module.css';

type Suggestions = NonNullable<SuggestionsQuery['suggest']>;

interface Suggestion {
  key: string;
  to: string;
  words: string;
  segments: Suggestions['queries'][number]['segments'] | null;
  kind: string;
}

/** The documents first, then words to search for; words that only repeat a document's title are left out. */
const suggestionsOf = (found: Suggestions | null | undefined): Suggestion[] => {
  const documents = (found?.items ?? []).map((item) => {
    const words = item.__typename === 'Person' ? item.name : item.title;
    const kind = SUBJECT_NAMES[item.__typename].one;
    return { key: item.id, to: addressOf(item.__typename, item.slug), words, segments: null, kind };
  });
  const queries = (found?.queries ?? [])
    .filter(({ text }) => documents.every(({ words }) => words !== text))
    .map(({ text, segments }) => ({
      key: `query ${text}`,
      to: `/search?q=${encodeURIComponent(text)}`,
      words: text,
      segments,
      kind: 'Search',
    }));
  return [...documents, ...queries];
};

interface SuggestingBoxProps {
  initial: string;
  focused: boolean;
}

/** The search box with suggestions under it; the arrow keys choose one, Enter without a choice searches for the words. */
export const SuggestingBox = ({ initial, focused }: SuggestingBoxProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const query = useSettled(text.trim(), 120);
  const { data, previousData } = useSuggestionsQuery({ variables: { query }, skip: query.length < 2 });
  const items =
    text.trim().length < 2 ? [] : suggestionsOf((data ?? previousData)?.suggest as Suggestions | null);
  const { getInputProps, getMenuProps, getItemProps, isOpen, highlightedIndex, closeMenu } = useCombobox({
    items,
    inputValue: text,
    itemToString: (item) => item?.words ?? '',
    onStateChange: ({ type }) => {
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) setText('');
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      setText('');
      void navigate(selectedItem.to);
    },
    selectedItem: null,
  });
  const open = isOpen && items.length > 0;
  return (
    <search>
      <Form action="/search" className={styles.form} onSubmit={() => closeMenu()}>
        <input
          {...getInputProps({
            'aria-label': 'Search',
            // Set here and not by the list's own state, which lags a stroke behind.
            onChange: ({ currentTarget }) => setText(currentTarget.value),
            // Enter without a choice belongs to the form; an open list would keep it to itself.
            onKeyDown({ key, nativeEvent }) {
              if (key === 'Enter' && highlightedIndex < 0)
                Object.assign(nativeEvent, { preventDownshiftDefault: true });
            },
          })}
          // biome-ignore lint/a11y/noAutofocus: only when the reader was in the box that this one replaces
          autoFocus={focused}
          type="search"
          name="q"
          placeholder="Search films, words, moments"
          autoComplete="off"
          className={styles.input}
        />
        <kbd className={styles.key}>/</kbd>
        <ul {...getMenuProps({ 'aria-label': 'Suggestions' })} className={list.menu} hidden={!open}>
          {open &&
            items.map((item, index) => (
              <li
                key={item.key}
                {...getItemProps({ item, index })}
                className={list.item}
                data-highlighted={index === highlightedIndex || undefined}
              >
                <span>{item.segments ? <Segments segments={item.segments} /> : item.words}</span>
                <span className={list.kind}>{item.kind}</span>
              </li>
            ))}
        </ul>
      </Form>
    </search>
  );
};
