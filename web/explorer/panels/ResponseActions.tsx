import { CopyButton } from './CopyButton.tsx';

interface ResponseActionsProps {
  /** The name of the downloaded file. */
  readonly fileName: string;
  readonly text: string;
}

/** Renders buttons that copy and download a response. */
export const ResponseActions = ({ fileName, text }: ResponseActionsProps) => (
  <div className="response-actions">
    <CopyButton label="Copy response" text={() => text} />
    <button type="button" onClick={() => download(fileName, text)}>
      Download
    </button>
  </div>
);

function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
