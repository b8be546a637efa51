import type { OperationText } from './operations.ts';

const NAMES = ['query', 'variables', 'operationName'] as const;

/** Returns the address of the explorer with an operation. It is in the fragment, which is not sent to the server. */
export function linkTo(operation: OperationText, page: string): string {
  const parameters = new URLSearchParams();
  for (const name of NAMES) if (operation[name]) parameters.set(name, operation[name]);
  return `${new URL(page).origin}${new URL(page).pathname}#${parameters}`;
}

/** Returns the operation in the fragment of an address, or else in its query string; undefined without one. */
export function operationInAddress({
  hash,
  search,
}: Pick<URL, 'hash' | 'search'>): OperationText | undefined {
  return operationIn(hash.slice(1)) ?? operationIn(search);
}

function operationIn(text: string): OperationText | undefined {
  const parameters = new URLSearchParams(text);
  const query = parameters.get('query');
  if (!query) return undefined;
  return {
    query,
    variables: parameters.get('variables') ?? '',
    operationName: parameters.get('operationName') ?? undefined,
  };
}
