import { type HTMLAttributes, useId } from 'react';
import { ImageWithFallback } from '../../../components/images/ImageWithFallback.tsx';
import { Segments } from '../../../components/text/Segments.tsx';
import styles from './SuggestionList.module.css';
import type { Suggestion, SuggestionGroup } from './suggestionGroups.ts';

interface SuggestionListProps {
  groups: readonly SuggestionGroup[];
  /** The place, over all groups, of the suggestion that the arrow keys have reached. */
  marked: number;
  itemProps: (item: Suggestion, index: number) => HTMLAttributes<HTMLElement>;
  /** Called with a search that the reader wants forgotten; by keyboard that is Delete. */
  onForget?: ((query: string) => void) | undefined;
}

/** The suggestions under their headings: groups of options of the list they stand in. */
export const SuggestionList = ({ groups, marked, itemProps, onForget }: SuggestionListProps) => {
  const id = useId();
  const begins = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { suggestions }) => sum + suggestions.length, 0),
  );
  return groups.map(({ label, suggestions }, at) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element stands for outside a select
    <div key={label} role="group" aria-labelledby={`${id}${at}`} className={styles.group}>
      <div id={`${id}${at}`} role="presentation" className={styles.label}>
        {label}
      </div>
      {suggestions.map((item, place) => {
        const index = (begins[at] ?? 0) + place;
        return (
          <div
            key={item.key}
            {...itemProps(item, index)}
            className={styles.item}
            data-marked={index === marked || undefined}
          >
            {item.picture !== undefined && (
              <ImageWithFallback
                src={item.picture}
                width={160}
                height={90}
                className={styles.picture}
                fallback={<span className={styles.picture} />}
              />
            )}
            <span className={styles.words}>
              <Segments segments={item.segments} />
              {item.note && (
                <span className={styles.note}>
                  <Segments segments={item.note} />
                </span>
              )}
            </span>
            {onForget && item.search && (
              <span
                className={styles.forget}
                aria-hidden="true"
                title="Forget this search"
                onClick={(event) => {
                  event.stopPropagation();
                  onForget(item.search ?? '');
                }}
              />
            )}
          </div>
        );
      })}
    </div>
  ));
};
