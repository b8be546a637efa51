import type { ReactNode } from 'react';
import type { OperationText } from '../document/operations.ts';
import { titleOf } from '../document/titleOf.ts';

interface OperationListProps<T extends OperationText> {
  readonly operations: readonly T[];
  open(operation: NoInfer<T>): void;
  /** Returns the content beside an operation. */
  actionOf?(operation: T): ReactNode;
}

/** Renders operations as buttons that open them. */
export const OperationList = <T extends OperationText>({
  operations,
  open,
  actionOf,
}: OperationListProps<T>) => (
  <ul className="operations">
    {operations.map((operation, index) => (
      <li key={index}>
        <button type="button" className="row" title={operation.query} onClick={() => open(operation)}>
          {titleOf(operation)}
          {operation.variables.trim() !== '' && <code>{operation.variables.replaceAll(/\s+/g, ' ')}</code>}
        </button>
        {actionOf?.(operation)}
      </li>
    ))}
  </ul>
);
