const UNTITLED = 'Untitled';

/** Returns the name of the first operation of a document, or its first root field, without parsing it. */
export function titleOf(query: string): string {
  const text = query.replaceAll(/#.*$/gm, '');
  const name = /\b(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/.exec(text)?.[1];
  return name ?? /\{\s*(?:\w+\s*:\s*)?([_A-Za-z]\w*)/.exec(text)?.[1] ?? UNTITLED;
}
