import type { OperationText } from './operations.ts';

const NAMES = ['query', 'variables', 'operationName'] as const;

/** Returns the address of the explorer with an operation. It is in the fragment, which is not sent to the server. */
export function linkTo(operation: OperationText, page: string): string {
  const parameters = new URLSearchParams();
  for (const name of NAMES) if (operation[name]) parameters.set(name, operation[name]);
  return `${new URL(page).origin}${new URL(page).pathname}#${parameters}`;
}

/** Returns the operation in a fragment; undefined without one. */
export function operationInFragment(fragment: string): OperationText | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const query = parameters.get('query');
  if (!query) return undefined;
  return {
    query,
    variables: parameters.get('variables') ?? '',
    operationName: parameters.get('operationName') ?? undefined,
  };
}
