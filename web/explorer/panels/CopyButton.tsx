import { useTransientMessage } from '../../lib/timing/useTransientMessage.ts';

interface CopyButtonProps {
  readonly label: string;
  /** Returns the text to copy. */
  text(): string;
}

const SHOWN_MS = 2000;

/** Renders a button that copies a text, and says so. */
export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const [result, setResult] = useTransientMessage<string>(SHOWN_MS);
  const copy = async () => {
    try {
      // `navigator.clipboard` exists on secure pages only.
      await navigator.clipboard.writeText(text());
      setResult('Copied');
    } catch {
      setResult('Not allowed');
    }
  };
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      {result ?? label}
    </button>
  );
};
