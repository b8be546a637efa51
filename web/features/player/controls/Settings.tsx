import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { languageName } from '../../../components/text/languageName.ts';
import { bestLanguage, prefer, RATES, usePreferences } from '../state/preferences.ts';
import styles from './Settings.module.css';

interface SettingsProps {
  /** BCP 47 codes of the captions there are. */
  languages: readonly string[];
  /** In pixels; none where the browser itself chooses. */
  heights: readonly number[];
  /** Whether a film can follow this one. */
  goesOn: boolean;
  /** The button that opened it: the focus returns there. */
  opener: RefObject<HTMLButtonElement | null>;
  onPicture: (() => void) | null;
  onClose: () => void;
}

/** How to watch: captions, speed, quality. Each is a set of words of which one is chosen, and stays so for the next film. */
export const Settings = ({ languages, heights, goesOn, opener, onPicture, onClose }: SettingsProps) => {
  const liked = usePreferences();
  const panel = useRef<HTMLDivElement>(null);
  useDismissal(panel, opener, onClose);
  // In a small window the film has no room for a panel: it lies on the page then, above everything.
  const [isSheet] = useState(() => matchMedia('(max-width: 40rem), (max-height: 30rem)').matches);
  const spoken = liked.captions ? bestLanguage(languages, liked.language) : null;
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label="Settings"
      className={styles.panel}
      popover={isSheet ? 'manual' : undefined}
    >
      {languages.length > 0 && (
        <Choice
          title="Captions"
          chosen={spoken ?? ''}
          options={[{ value: '', words: 'Off' }, ...languages.map(toOption)]}
          onChoose={(language) => prefer(language ? { captions: true, language } : { captions: false })}
        />
      )}
      <Choice
        title="Speed"
        even
        chosen={String(liked.rate)}
        options={RATES.map((rate) => ({ value: String(rate), words: `${rate}×` }))}
        onChoose={(rate) => prefer({ rate: Number(rate) })}
      />
      {heights.length > 1 && (
        <Choice
          title="Quality"
          chosen={heights.includes(liked.height ?? 0) ? String(liked.height) : ''}
          options={[
            { value: '', words: 'Auto' },
            ...heights.map((height) => ({ value: String(height), words: `${height}p` })),
          ]}
          onChoose={(height) => prefer({ height: Number(height) || null })}
        />
      )}
      {goesOn && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={liked.goesOn}
            onChange={({ target }) => prefer({ goesOn: target.checked })}
          />
          Go on to the next film
        </label>
      )}
      {onPicture && (
        <button type="button" className={styles.picture} onClick={onPicture}>
          Picture in picture
        </button>
      )}
    </div>
  );
};

const toOption = (code: string) => ({ value: code, words: languageName(code) });

interface ChoiceProps {
  title: string;
  chosen: string;
  options: readonly { value: string; words: string }[];
  /** Set on one line, from edge to edge. */
  even?: boolean;
  onChoose: (value: string) => void;
}

const Choice = ({ title, chosen, options, even, onChoose }: ChoiceProps) => {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.options} data-even={even}>
        {options.map(({ value, words }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Opens with the focus on what is chosen; goes with Escape, or when the reader turns to something else. */
const useDismissal = (
  panel: RefObject<HTMLDivElement | null>,
  opener: RefObject<HTMLButtonElement | null>,
  onClose: () => void,
) => {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const place = panel.current;
    if (place?.popover) place.showPopover();
    place?.querySelector<HTMLInputElement>('input:checked')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close.current();
      opener.current?.focus();
    };
    const onPointer = ({ target }: PointerEvent) => {
      const isElsewhere = target instanceof Node && !place?.contains(target);
      if (isElsewhere && !opener.current?.contains(target)) close.current();
    };
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !place?.contains(relatedTarget)) close.current();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    place?.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
      place?.removeEventListener('focusout', onLeave);
    };
  }, [panel, opener]);
};
