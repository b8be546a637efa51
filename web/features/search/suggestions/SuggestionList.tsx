import { type HTMLAttributes, memo, useId } from 'react';
import { ImageWithFallback } from '../../../kit/picture/ImageWithFallback.tsx';
import { accentProps } from '../../../lib/color/accent.ts';
import { HighlightedText } from '../../../ui/text/HighlightedText.tsx';
import styles from './SuggestionList.late.module.css';
import type { Suggestion, SuggestionGroup } from './suggestionGroups.ts';

interface SuggestionListProps {
  groups: readonly SuggestionGroup[];
  /** The index of the highlighted suggestion over all groups; -1 for none. */
  highlightedIndex: number;
  getItemProps: (option: { item: Suggestion; index: number }) => HTMLAttributes<HTMLElement>;
  /** Called with a recent search to remove. Its button is hidden from assistive technology: the keyboard has Delete. */
  onRemove?: ((query: string) => void) | undefined;
}

/** Renders groups of suggestions as options of a listbox. */
export const SuggestionList = memo(
  ({ groups, highlightedIndex, getItemProps, onRemove }: SuggestionListProps) => {
    const id = useId();
    const firstIndexes = groups.map((_, index) =>
      groups.slice(0, index).reduce((sum, { suggestions }) => sum + suggestions.length, 0),
    );
    return groups.map(({ label, suggestions }, groupIndex) => (
      // biome-ignore lint/a11y/useSemanticElements: optgroup is for select only
      <div key={label} role="group" aria-labelledby={`${id}${groupIndex}`} className={styles.group}>
        <div id={`${id}${groupIndex}`} role="presentation" className={styles.label}>
          {label}
        </div>
        {suggestions.map((item, itemIndex) => {
          const index = (firstIndexes[groupIndex] ?? 0) + itemIndex;
          return (
            <div
              key={item.key}
              {...getItemProps({ item, index })}
              className={styles.item}
              data-highlighted={index === highlightedIndex || undefined}
            >
              {item.thumbnail && (
                <ImageWithFallback
                  src={item.thumbnail.url}
                  width={160}
                  height={90}
                  className={styles.image}
                  fallback={
                    <span
                      {...accentProps(item.thumbnail.accent)}
                      className={`${styles.image} ${styles.initial}`}
                    >
                      <span aria-hidden="true">{[...item.text][0]}</span>
                    </span>
                  }
                />
              )}
              <span className={styles.text} dir="auto">
                <HighlightedText segments={item.segments} />
                {item.note && (
                  <span className={styles.note}>
                    <HighlightedText segments={item.note} />
                  </span>
                )}
              </span>
              {onRemove && item.query && (
                <span
                  className={styles.remove}
                  aria-hidden="true"
                  title="Remove this search"
                  onClick={(event) => {
                    event.stopPropagation();
                    onRemove(item.query ?? '');
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    ));
  },
);
