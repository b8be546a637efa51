import { saveJsonFile } from '../../lib/saveJsonFile.ts';
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
    <button type="button" onClick={() => saveJsonFile(fileName, text)}>
      Download
    </button>
  </div>
);
