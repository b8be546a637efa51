import { useMemo } from 'react';
import type { TextPosition } from '../editor/textPosition.ts';

interface ErrorPositionsProps {
  /** The body of the response. */
  readonly text: string;
  /** Shows a position of the document in the editor. */
  show(position: TextPosition): void;
}

interface LocatedError {
  readonly message: string;
  readonly locations: readonly TextPosition[];
}

/** Renders the errors of a response that have positions in the document, with buttons that lead to them. */
export const ErrorPositions = ({ text, show }: ErrorPositionsProps) => {
  const errors = useMemo(() => locatedErrors(text), [text]);
  if (errors.length === 0) return null;
  return (
    <ul className="error-positions" aria-label="Positions of errors">
      {errors.map(({ message, locations }, index) => (
        <li key={index}>
          {locations.map(({ line, column }) => (
            <button
              key={`${line}:${column}`}
              type="button"
              className="text"
              onClick={() => show({ line, column })}
            >
              Line {line}, column {column}
            </button>
          ))}{' '}
          {message}
        </li>
      ))}
    </ul>
  );
};

function locatedErrors(text: string): readonly LocatedError[] {
  // Most responses have no errors, and can be large.
  if (!text.includes('"locations"')) return [];
  try {
    const { errors } = JSON.parse(text) as { errors?: readonly Partial<LocatedError>[] };
    return (errors ?? []).flatMap(({ message = '', locations = [] }) =>
      locations.length > 0 ? [{ message, locations }] : [],
    );
  } catch {
    return [];
  }
}
