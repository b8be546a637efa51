import { useEffect, useState } from 'react';
import { linkTo } from './document/link.ts';
import type { NamedOperation } from './document/operations.ts';
import type { Transport } from './execution/subscribe.ts';
import { saveOperation } from './library/collection.ts';
import { CopyButton } from './panels/CopyButton.tsx';
import { useRequestSettings } from './request-settings/requestSettings.ts';
import type { OperationTab } from './tabs/tabs.ts';
import type { TabActions } from './tabs/useTabs.ts';

interface OperationToolbarProps extends Pick<TabActions, 'change'> {
  readonly tab: OperationTab;
  readonly isRunning: boolean;
  run(): void;
  stop(): void;
}

/** Renders what can be done with the operation in the editor. */
export const OperationToolbar = ({ tab, isRunning, run, stop, change }: OperationToolbarProps) => {
  const operations = useOperations(tab.query);
  const chosen = operations.find(({ name }) => name === tab.operationName) ?? operations[0];
  const [errorMessage, setErrorMessage] = useState<string>();
  const format = async () => {
    const { formatDocument, formatJson } = await import('./document/formatDocument.ts');
    try {
      change(tab.id, { query: formatDocument(tab.query), variables: formatJson(tab.variables) });
      setErrorMessage(undefined);
    } catch (error) {
      setErrorMessage((error as Error).message);
    }
  };
  return (
    <div className="toolbar" role="toolbar" aria-label="Operation">
      <button type="button" className="primary" onClick={isRunning ? stop : run}>
        {isRunning ? 'Stop' : 'Run'}
      </button>
      {operations.length > 1 && (
        <select
          aria-label="Operation to run"
          value={chosen?.name}
          onChange={({ target }) => change(tab.id, { operationName: target.value })}
        >
          {operations.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {chosen?.type === 'subscription' && <TransportChoice />}
      <button type="button" onClick={() => void format()}>
        Format
      </button>
      <button type="button" onClick={() => saveOperation(tab)}>
        Save
      </button>
      <CopyButton label="Copy link" text={() => linkTo(tab, location.href)} />
      {errorMessage && (
        <span className="error-message" role="alert">
          {errorMessage}
        </span>
      )}
    </div>
  );
};

const TransportChoice = () => {
  const [settings, setSettings] = useRequestSettings();
  return (
    <select
      aria-label="Transport of subscriptions"
      value={settings.transport}
      onChange={({ target }) => setSettings({ ...settings, transport: target.value as Transport })}
    >
      <option value="websocket">WebSocket</option>
      <option value="event-stream">Server-sent events</option>
    </select>
  );
};

/** Returns the operations of a document, once the parser is loaded. */
function useOperations(query: string): readonly NamedOperation[] {
  const [operations, setOperations] = useState<readonly NamedOperation[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void import('./document/operations.ts').then(({ operationsIn }) => {
      const found = operationsIn(query);
      // While it is edited, a document often does not parse.
      if (isCurrent && found.length > 0) setOperations(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return operations;
}
