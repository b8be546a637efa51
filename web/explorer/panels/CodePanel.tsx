import { useEffect, useState } from 'react';
import type { OperationTab } from '../tabs/tabs.ts';
import { CopyButton } from './CopyButton.tsx';
import { usePost } from './usePost.ts';

interface Program {
  readonly label: string;
  readonly language: string;
  readonly code: string;
}

interface CodePanelProps {
  readonly tab: OperationTab;
  readonly headers: Readonly<Record<string, string>>;
}

const NO_HEADERS = {};
/** Time without a change after which the programs are requested. */
const DELAY_MS = 250;
/** Headers whose values are shown. Other headers may contain secrets. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(['x-perspective', 'x-locale']);

/** Renders programs that execute the operation, one for each client. */
export const CodePanel = ({ tab, headers }: CodePanelProps) => {
  const [label, setLabel] = useState('curl');
  const [body, setBody] = useState<unknown>();
  const [errorMessage, setErrorMessage] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const { printedOperation, requestOf } = await import('../document/operations.ts');
      if (!isCurrent) return;
      try {
        const { request } = requestOf(tab);
        setBody({ query: printedOperation(request), variables: request.variables });
        setErrorMessage(undefined);
      } catch (error) {
        setErrorMessage((error as Error).message);
      }
    };
    const timer = setTimeout(() => void read(), DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [tab]);
  const programs = usePost<readonly Program[]>('/explorer/programs', body, NO_HEADERS);
  const message = errorMessage ?? (programs.kind === 'error' ? programs.message : undefined);
  if (message !== undefined)
    return (
      <p className="empty error-message" role="alert">
        {message}
      </p>
    );
  if (programs.kind !== 'loaded') return <p className="empty">Loading …</p>;
  const shown = programs.value.find((program) => program.label === label) ?? programs.value[0];
  const sent = Object.entries(headers).filter(([name]) => name !== 'graphql-client-name');
  return (
    <>
      <fieldset className="choice">
        <legend>Client</legend>
        {programs.value.map((program) => (
          <label key={program.label}>
            <input
              type="radio"
              name="client"
              checked={program === shown}
              onChange={() => setLabel(program.label)}
            />
            {program.label}
          </label>
        ))}
      </fieldset>
      {sent.length > 0 && (
        <p className="hint">
          The explorer also sends{' '}
          {sent.map(([name, value]) => `${name}: ${SHOWN_HEADERS.has(name) ? value : '…'}`).join(', ')}.
        </p>
      )}
      {shown && (
        <figure>
          <CopyButton label="Copy" text={() => shown.code} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard */}
          <pre tabIndex={0}>{shown.code}</pre>
        </figure>
      )}
    </>
  );
};
