import { useCopy } from '../../lib/useCopy.ts';

interface CopyButtonProps {
  readonly label: string;
  /** Returns the text to copy. */
  text(): string;
}

/** Renders a button that copies a text, and says beside it whether it did. */
export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const { copy, result } = useCopy();
  return (
    <span className="copy">
      <button type="button" onClick={() => void copy(text())}>
        {label}
      </button>
      <span role="status">{result?.message}</span>
    </span>
  );
};
