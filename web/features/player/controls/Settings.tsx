import { useId } from 'react';
import { languageName } from '../../../lib/text/languageName.ts';
import {
  autoplaysNext,
  bestLanguage,
  PLAYBACK_RATES,
  updatePreferences,
  usePreferences,
} from '../state/preferences.ts';
import styles from './Settings.late.module.css';

interface SettingsProps {
  /** The id for the button that opens the panel. */
  id: string;
  /** The BCP 47 codes of the available captions. */
  languages: readonly string[];
  /** The available video heights in pixels; empty if the browser selects the quality itself. */
  heights: readonly number[];
  /** Another film follows this one. */
  hasNext: boolean;
  /** Toggles picture-in-picture; null if the browser does not support it. */
  onPictureInPicture: (() => void) | null;
  onToggle: (isOpen: boolean) => void;
}

/**
 * Renders the settings panel: captions, playback speed, quality and autoplay. Choices are stored as preferences. It is a
 * popover, which the browser closes on Escape and on a press outside, with the focus back on the button.
 */
export const Settings = (props: SettingsProps) => {
  const { id, languages, heights, hasNext, onPictureInPicture, onToggle } = props;
  const preferences = usePreferences();
  const captionLanguage = preferences.captions ? bestLanguage(languages, preferences.language) : null;
  return (
    <div
      id={id}
      popover="auto"
      role="dialog"
      aria-label="Settings"
      className={styles.panel}
      onToggle={({ newState, currentTarget }) => {
        const isOpen = newState === 'open';
        if (isOpen) currentTarget.querySelector<HTMLInputElement>('input:checked')?.focus();
        onToggle(isOpen);
      }}
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
