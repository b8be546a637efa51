import type { RequestSettings } from './requestSettings.ts';

interface RequestSettingsFieldsProps {
  readonly settings: RequestSettings;
  onChange(settings: RequestSettings): void;
}

/** Renders the fields for key, perspective and language, which are sent with every operation. */
export const RequestSettingsFields = ({ settings, onChange }: RequestSettingsFieldsProps) => (
  <form
    className="request-settings"
    aria-label="Request settings"
    onSubmit={(event) => event.preventDefault()}
  >
    <label className="key">
      <span>API key</span>
      <input
        type="password"
        value={settings.key}
        placeholder="None"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...settings, key: target.value })}
      />
    </label>
    <label>
      <span>Perspective</span>
      <input
        value={settings.perspective}
        placeholder="published"
        list="perspectives"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...settings, perspective: target.value })}
      />
    </label>
    <datalist id="perspectives">
      <option value="published" />
      <option value="drafts" />
    </datalist>
    <label>
      <span>Language</span>
      <input
        value={settings.locale}
        placeholder="Default"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...settings, locale: target.value })}
      />
    </label>
  </form>
);
