import { useCopy } from '../../lib/useCopy.ts';

interface CopyButtonProps {
  readonly label: string;
  /** Returns the text to copy. */
  text(): string;
}

/** Renders a button that copies a text, and says so. */
export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const { copy, message } = useCopy();
  return (
    <button type="button" className="copy" onClick={() => void copy(text())}>
      {message ?? label}
    </button>
  );
};
