import { faultOf, type Header } from './header.ts';
import { useRequestSettings } from './requestSettings.ts';

const EMPTY_HEADER: Header = { name: '', value: '' };

/** Renders the further headers of requests as fields: a row for each, and an empty one. */
export const HeadersTable = () => {
  const [settings, setSettings] = useRequestSettings();
  const { headers } = settings;
  const replace = (index: number, ...replacement: readonly Header[]) =>
    setSettings({ ...settings, headers: headers.toSpliced(index, 1, ...replacement) });
  return (
    <div className="header-fields">
      <ul>
        {[...headers, EMPTY_HEADER].map((header, index) => (
          <HeaderRow
            key={index}
            header={header}
            number={index + 1}
            change={(changed) => replace(index, changed)}
            remove={index < headers.length ? () => replace(index) : undefined}
          />
        ))}
      </ul>
      <p className="hint">
        Sent with every operation, and kept until this browser tab is closed. They are never in a link or in
        the history.
      </p>
    </div>
  );
};

interface HeaderRowProps {
  readonly header: Header;
  readonly number: number;
  change(header: Header): void;
  readonly remove: (() => void) | undefined;
}

const HeaderRow = ({ header, number, change, remove }: HeaderRowProps) => {
  const fault = faultOf(header);
  const attributes = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <li>
      <input
        aria-label={`Name of header ${number}`}
        placeholder="Name"
        value={header.name}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => change({ ...header, name: target.value })}
        {...attributes}
      />
      <input
        aria-label={`Value of header ${number}`}
        placeholder="Value"
        value={header.value}
        onChange={({ target }) => change({ ...header, value: target.value })}
        {...attributes}
      />
      {remove && (
        <button type="button" className="icon" aria-label={`Remove header ${number}`} onClick={remove}>
          ×
        </button>
      )}
      {fault && (
        <p className="error-message" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
};
