import type { Connection } from './connection.ts';

interface ConnectionFieldsProps {
  readonly connection: Connection;
  onChange(connection: Connection): void;
}

/** Renders the fields for key, perspective and language, which are sent with every operation. */
export const ConnectionFields = ({ connection, onChange }: ConnectionFieldsProps) => (
  <form className="connection" aria-label="Connection" onSubmit={(event) => event.preventDefault()}>
    <label className="key">
      <span>API key</span>
      <input
        type="password"
        value={connection.key}
        placeholder="None"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...connection, key: target.value })}
      />
    </label>
    <label>
      <span>Perspective</span>
      <input
        value={connection.perspective}
        placeholder="published"
        list="perspectives"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...connection, perspective: target.value })}
      />
    </label>
    <datalist id="perspectives">
      <option value="published" />
      <option value="drafts" />
    </datalist>
    <label>
      <span>Language</span>
      <input
        value={connection.locale}
        placeholder="Default"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...connection, locale: target.value })}
      />
    </label>
  </form>
);
