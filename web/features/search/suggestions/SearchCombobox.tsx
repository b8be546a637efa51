import { useCombobox } from 'downshift';
import { useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { forgetSearch, rememberSearch } from './recentSearches.ts';
import styles from './SearchBox.module.css';
import list from './SearchCombobox.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import type { Suggestion } from './suggestionGroups.ts';
import { RECENT, useSuggestions } from './useSuggestions.ts';

/** What a search box is given, wherever it stands. */
export interface SuggestingBoxProps {
  /** What was typed before the suggestions arrived. */
  initial: string;
  placeholder: string;
  /** The reader is in the box already. */
  focused: boolean;
  /** The list takes the room under the box, and does not lie over the page. */
  inPlace?: boolean;
  /** Called when the reader has chosen, or has left an empty box by Escape. */
  onDone?: () => void;
}

/** The search box with suggestions under it; the arrow keys choose one, Enter without a choice searches for the words. */
export const SuggestingBox = ({
  initial,
  placeholder,
  focused,
  inPlace = false,
  onDone,
}: SuggestingBoxProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const groups = useSuggestions(text, inPlace);
  const items = groups.flatMap(({ suggestions }) => suggestions);
  const isRecent = groups[0]?.label === RECENT;
  const done = (words: string) => {
    rememberSearch(words);
    setText('');
    onDone?.();
  };
  const box = useCombobox<Suggestion>({
    items,
    inputValue: text,
    itemToString: (item) => item?.words ?? '',
    // Going to the box opens the list, and the click that did so does not shut it again.
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputClick ? { ...changes, isOpen: true } : changes,
    onStateChange: ({ type }) => {
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) setText('');
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      done(selectedItem.search ?? text);
      void navigate(selectedItem.to);
    },
    selectedItem: null,
  });
  const { getInputProps, getMenuProps, getItemProps, isOpen, highlightedIndex, openMenu, closeMenu } = box;
  const open = (inPlace || isOpen) && items.length > 0;
  const marked = items[highlightedIndex];
  return (
    <search>
      <Form
        action="/search"
        className={styles.form}
        onSubmit={(event) => {
          closeMenu();
          // An empty search is the page of searching; its address stays short.
          if (!text.trim()) {
            event.preventDefault();
            void navigate('/search');
          }
          done(text);
        }}
      >
        <input
          {...getInputProps({
            'aria-label': 'Search',
            onFocus: openMenu,
            // Set here and not by the list's own state, which lags a stroke behind.
            onChange: ({ currentTarget }) => setText(currentTarget.value),
            onKeyDown({ key, nativeEvent }) {
              // Enter without a choice belongs to the form; an open list would keep it to itself.
              if (key === 'Enter' && highlightedIndex < 0)
                Object.assign(nativeEvent, { preventDownshiftDefault: true });
              if (key === 'Delete' && isRecent && marked?.search) forgetSearch(marked.search);
              if (key === 'Escape' && !text) onDone?.();
            },
          })}
          // biome-ignore lint/a11y/noAutofocus: only when the reader was in the box that this one replaces, or has opened it
          autoFocus={focused}
          type="search"
          name="q"
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={200}
          className={styles.input}
        />
        <kbd className={styles.key}>/</kbd>
      </Form>
      <div
        {...getMenuProps({ 'aria-label': 'Suggestions' })}
        className={inPlace ? list.inPlace : list.menu}
        hidden={!open}
      >
        {open && (
          <SuggestionList
            groups={groups}
            marked={highlightedIndex}
            itemProps={(item, index) => getItemProps({ item, index })}
            onForget={isRecent ? forgetSearch : undefined}
          />
        )}
      </div>
    </search>
  );
};
