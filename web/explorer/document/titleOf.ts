import type { OperationText } from './operations.ts';

const UNTITLED = 'Untitled';
const OPERATION_NAME = /\b(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/g;

/** Returns the name of the chosen operation, of the first one, or its first root field, without parsing the document. */
export function titleOf({ query, operationName }: Pick<OperationText, 'query' | 'operationName'>): string {
  const text = query.replaceAll(/#.*$/gm, '');
  const names = [...text.matchAll(OPERATION_NAME)].map(([, name]) => name);
  const name = names.find((other) => other === operationName) ?? names[0];
  return name ?? /\{\s*(?:\w+\s*:\s*)?([_A-Za-z]\w*)/.exec(text)?.[1] ?? UNTITLED;
}
