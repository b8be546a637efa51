import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { languageName } from '../../../components/text/languageName.ts';
import {
  autoplaysNext,
  bestLanguage,
  PLAYBACK_RATES,
  updatePreferences,
  usePreferences,
} from '../state/preferences.ts';
import styles from './Settings.module.css';

interface SettingsProps {
  /** The BCP 47 codes of the available captions. */
  languages: readonly string[];
  /** The available video heights in pixels; empty if the browser selects the quality itself. */
  heights: readonly number[];
  /** Another film follows this one. */
  hasNext: boolean;
  /** The button that opens the panel. It gets the focus when the panel closes. */
  settingsButtonRef: RefObject<HTMLButtonElement | null>;
  /** Toggles picture-in-picture; null if the browser does not support it. */
  onPictureInPicture: (() => void) | null;
  onClose: () => void;
}

/** Renders the settings panel: captions, playback speed, quality and autoplay. Choices are stored as preferences. */
export const Settings = (props: SettingsProps) => {
  const { languages, heights, hasNext, settingsButtonRef, onPictureInPicture, onClose } = props;
  const preferences = usePreferences();
  const panelRef = useRef<HTMLDivElement>(null);
  useDismissal(panelRef, settingsButtonRef, onClose);
  // A small player has no space for the panel, so it becomes a popover at the bottom of the window.
  const [isPopover] = useState(() => matchMedia('(max-width: 40rem), (max-height: 30rem)').matches);
  const captionLanguage = preferences.captions ? bestLanguage(languages, preferences.language) : null;
  return (
    <div
      ref={panelRef}
      role="dialog"
      aria-label="Settings"
      className={styles.panel}
      popover={isPopover ? 'manual' : undefined}
    >
      {languages.length > 0 && (
        <RadioGroup
          title="Captions"
          selected={captionLanguage ?? ''}
          options={[{ value: '', label: 'Off' }, ...languages.map(toOption)]}
          onSelect={(language) =>
            updatePreferences(language ? { captions: true, language } : { captions: false })
          }
        />
      )}
      <RadioGroup
        title="Playback speed"
        isSpread
        selected={String(preferences.rate)}
        options={PLAYBACK_RATES.map((rate) => ({ value: String(rate), label: `${rate}×` }))}
        onSelect={(rate) => updatePreferences({ rate: Number(rate) })}
      />
      {heights.length > 1 && (
        <RadioGroup
          title="Quality"
          selected={heights.includes(preferences.height ?? 0) ? String(preferences.height) : ''}
          options={[
            { value: '', label: 'Auto' },
            ...heights.map((height) => ({ value: String(height), label: `${height}p` })),
          ]}
          onSelect={(height) => updatePreferences({ height: Number(height) || null })}
        />
      )}
      {hasNext && (
        <label className={styles.checkbox}>
          <input
            type="checkbox"
            checked={autoplaysNext(preferences)}
            onChange={({ target }) => updatePreferences({ autoplayNext: target.checked })}
          />
          Autoplay next film
        </label>
      )}
      {onPictureInPicture && (
        <button type="button" className={styles.pictureInPicture} onClick={onPictureInPicture}>
          Picture-in-picture
        </button>
      )}
    </div>
  );
};

const toOption = (languageCode: string) => ({ value: languageCode, label: languageName(languageCode) });

interface RadioGroupProps {
  title: string;
  selected: string;
  options: readonly { value: string; label: string }[];
  /** Spreads the options over one line. */
  isSpread?: boolean;
  onSelect: (value: string) => void;
}

const RadioGroup = ({ title, selected, options, isSpread, onSelect }: RadioGroupProps) => {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.options} data-spread={isSpread}>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === selected}
              onChange={() => onSelect(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Focuses the selected option on mount. Closes the panel on Escape and on a press or focus outside. */
const useDismissal = (
  panelRef: RefObject<HTMLDivElement | null>,
  settingsButtonRef: RefObject<HTMLButtonElement | null>,
  onClose: () => void,
) => {
  const onCloseRef = useRef(onClose);
  onCloseRef.current = onClose;
  useEffect(() => {
    const panel = panelRef.current;
    if (panel?.popover) panel.showPopover();
    panel?.querySelector<HTMLInputElement>('input:checked')?.focus();
    let isButtonPressed = false;
    const handleKey = (event: KeyboardEvent) => {
      isButtonPressed = false;
      if (event.key !== 'Escape') return;
      onCloseRef.current();
      settingsButtonRef.current?.focus();
    };
    const handlePointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      isButtonPressed = settingsButtonRef.current?.contains(target) ?? false;
      if (!isButtonPressed && !panel?.contains(target)) onCloseRef.current();
    };
    const handleFocusOut = ({ relatedTarget }: FocusEvent) => {
      // The click that follows closes the panel. If the press closed it, the click would open it again.
      if (isButtonPressed) return;
      if (relatedTarget instanceof Node && !panel?.contains(relatedTarget)) onCloseRef.current();
    };
    document.addEventListener('keydown', handleKey);
    document.addEventListener('pointerdown', handlePointer);
    panel?.addEventListener('focusout', handleFocusOut);
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('pointerdown', handlePointer);
      panel?.removeEventListener('focusout', handleFocusOut);
    };
  }, [panelRef, settingsButtonRef]);
};
