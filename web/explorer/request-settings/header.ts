/** A header that is sent with every operation. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

export const isHeader = (value: unknown): value is Header => {
  const { name, value: text } = (value ?? {}) as Partial<Header>;
  return typeof name === 'string' && typeof text === 'string';
};

/** Returns why a header is not sent; undefined if it is sent or empty. */
export function faultOf({ name, value }: Header): string | undefined {
  if (name.trim() === '') return value.trim() === '' ? undefined : 'Expected the name of the header.';
  try {
    const { headers } = new Request(location.href, { headers: [[name.trim(), value.trim()]] });
    return headers.has(name.trim()) ? undefined : `Browsers do not let pages send ${name.trim()}.`;
  } catch {
    return 'Expected a name of letters, digits and hyphens, and a value of Latin characters.';
  }
}

/** Returns the headers that are sent, by lower-case names. Of several with a name, the last one counts. */
export const sentHeaders = (headers: readonly Header[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers
      .filter((header) => header.name.trim() !== '' && faultOf(header) === undefined)
      .map(({ name, value }) => [name.trim().toLowerCase(), value.trim()]),
  );
