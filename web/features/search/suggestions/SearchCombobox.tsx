import { useCombobox } from 'downshift';
import { type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { removeSearch, saveSearch } from './recentSearches.ts';
import styles from './SearchBox.module.css';
import listStyles from './SearchCombobox.late.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import type { Suggestion } from './suggestionGroups.ts';
import { RECENT_LABEL, useSuggestions } from './useSuggestions.ts';

export interface SearchComboboxProps {
  ref: RefObject<HTMLInputElement | null>;
  /** The text of the plain form that the combobox replaces. */
  initialQuery?: string;
  placeholder: string;
  /** Focuses the input on mount. */
  isFocused?: boolean;
  /** Renders the list below the input instead of over the page. */
  isInline?: boolean;
  /** Called after a search or a selection, and on Escape in an empty input. */
  onDone?: () => void;
}

/** Renders the search box with suggestions. Enter without a highlighted suggestion searches for the text. */
export const SearchCombobox = ({
  ref,
  initialQuery = '',
  placeholder,
  isFocused = false,
  isInline = false,
  onDone,
}: SearchComboboxProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState(initialQuery);
  // Deferred, so that rendering the list does not delay the next letter. The list is memoized and needs stable items.
  const groups = useDeferredValue(useSuggestions(text, isInline));
  const items = useMemo(() => groups.flatMap(({ suggestions }) => suggestions), [groups]);
  const hasRecent = groups[0]?.label === RECENT_LABEL;
  const finish = (query: string) => {
    saveSearch(query);
    setText('');
    onDone?.();
  };
  const combobox = useCombobox<Suggestion>({
    items,
    inputValue: text,
    itemToString: (item) => item?.text ?? '',
    // Focus opens the list; the click that gave the focus must not close it.
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputClick ? { ...changes, isOpen: true } : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      finish(selectedItem.query ?? text);
      void navigate(selectedItem.href);
    },
    selectedItem: null,
  });
  const { getInputProps, getMenuProps, getItemProps, isOpen, highlightedIndex, openMenu, closeMenu } =
    combobox;
  const hasOpenList = (isInline || isOpen) && items.length > 0;
  const highlighted = items[highlightedIndex];
  /** Closes the list, then clears the text, then ends the search: one step for each time the key is pressed. */
  const handleEscape = (event: Event) => {
    // Browsers clear a search field on Escape.
    if (text) event.preventDefault();
    // Downshift closes an open list itself.
    if (!isInline && hasOpenList) return;
    Object.assign(event, { preventDownshiftDefault: true });
    if (text) setText('');
    else onDone?.();
  };
  return (
    <search>
      <Form
        action="/search"
        className={styles.form}
        onSubmit={(event) => {
          closeMenu();
          // The form would submit an empty `q` parameter.
          if (!text.trim()) {
            event.preventDefault();
            void navigate('/search');
          }
          finish(text);
        }}
      >
        <input
          {...getInputProps({
            ref,
            'data-search-shortcut': '',
            'aria-label': 'Search',
            onFocus: openMenu,
            // Downshift updates its own value one render later.
            onChange: ({ currentTarget }) => setText(currentTarget.value),
            onKeyDown({ key, nativeEvent }) {
              // Downshift prevents the form from submitting while the list is open.
              if (key === 'Enter' && highlightedIndex < 0)
                Object.assign(nativeEvent, { preventDownshiftDefault: true });
              if (key === 'Delete' && hasRecent && highlighted?.query) removeSearch(highlighted.query);
              if (key === 'Escape') handleEscape(nativeEvent);
            },
          })}
          // biome-ignore lint/a11y/noAutofocus: only if the reader has focused the form that this replaces
          autoFocus={isFocused}
          type="search"
          name="q"
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={200}
          className={styles.input}
        />
        <kbd className={styles.shortcut}>/</kbd>
      </Form>
      <div
        {...getMenuProps({ 'aria-label': 'Suggestions' })}
        className={isInline ? listStyles.inline : listStyles.menu}
        hidden={!hasOpenList}
      >
        {hasOpenList && (
          <SuggestionList
            groups={groups}
            highlightedIndex={highlightedIndex}
            getItemProps={getItemProps}
            onRemove={hasRecent ? removeSearch : undefined}
          />
        )}
      </div>
    </search>
  );
};
