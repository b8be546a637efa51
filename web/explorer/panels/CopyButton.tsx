import { useEffect, useState } from 'react';

interface CopyButtonProps {
  readonly label: string;
  /** Returns what is copied. */
  text(): string;
}

const SHOWN_MS = 2000;

/** Renders a button that copies a text, and says so. */
export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setResult('Copied'),
      () => setResult('Not allowed'),
    );
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      {result ?? label}
    </button>
  );
};
