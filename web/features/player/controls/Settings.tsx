import { useId } from 'react';
import { languageName } from '../../../lib/text/languageName.ts';
import {
  autoplaysNext,
  CAPTION_BACKGROUNDS,
  CAPTION_SIZES,
  canLoop,
  PLAYBACK_RATES,
  updatePreferences,
  usePreferences,
} from '../state/preferences.ts';
import { useCaptionLanguage } from '../state/useCaptionLanguage.ts';
import styles from './Settings.late.module.css';

interface SettingsProps {
  /** The id for the button that opens the panel. */
  id: string;
  /** The BCP 47 codes of the available captions. */
  languages: readonly string[];
  /** The available video heights in pixels; empty if the browser selects the quality itself. */
  heights: readonly number[];
  /** Of the film, in seconds; null while unknown. */
  duration: number | null;
  /** Another film follows this film. */
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
  const { id, languages, heights, duration, hasNext, onPictureInPicture, onToggle } = props;
  const preferences = usePreferences();
  const [language, setLanguage] = useCaptionLanguage(languages);
  const captionLanguage = preferences.captions ? language : null;
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
          onSelect={(selected) => {
            updatePreferences({ captions: selected !== '' });
            if (selected) setLanguage(selected);
          }}
        />
      )}
      {captionLanguage !== null && (
        <>
          <RadioGroup
            title="Caption size"
            selected={preferences.captionSize}
            options={CAPTION_SIZES.map(toNamedOption)}
            onSelect={(captionSize) => updatePreferences({ captionSize })}
          />
          <RadioGroup
            title="Caption background"
            selected={preferences.captionBackground}
            options={CAPTION_BACKGROUNDS.map(toNamedOption)}
            onSelect={(captionBackground) => updatePreferences({ captionBackground })}
          />
        </>
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
      {canLoop(duration) && (
        <label className={styles.checkbox}>
          <input
            type="checkbox"
            checked={preferences.loop}
            onChange={({ target }) => updatePreferences({ loop: target.checked })}
          />
          Loop
        </label>
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

const toNamedOption = <Name extends string>(name: Name) => ({
  value: name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
});

interface RadioGroupProps<Value extends string> {
  title: string;
  selected: Value;
  options: readonly { value: Value; label: string }[];
  /** Spreads the options over one line. */
  isSpread?: boolean;
  onSelect: (value: Value) => void;
}

const RadioGroup = <Value extends string>(props: RadioGroupProps<Value>) => {
  const { title, selected, options, isSpread, onSelect } = props;
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
