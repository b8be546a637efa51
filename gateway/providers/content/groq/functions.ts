/** Delimiters of a call in GROQ that is being composed: GROQ has no control characters. */
const [BEGIN, PROJECTION, END] = ['\u0002', '\u0003', '\u0004'];
const CALL = new RegExp(`${BEGIN}([^${PROJECTION}]*)${PROJECTION}([^${END}]*)${END}`, 'g');

/**
 * Returns GROQ for a projected value. A query has the projection once, as a function of GROQ, however often its text is in it: see
 * `declareFunctions`.
 * @param projection in braces; it refers to no scope around it, and contains no call
 */
export const callGroq = (value: string, projection: string): string =>
  `${BEGIN}${value}${PROJECTION}${projection}${END}`;

/** Returns a complete query, with the functions that it calls at its beginning. */
export function declareFunctions(groq: string): string {
  if (!groq.includes(BEGIN)) return groq;
  const names = new Map<string, string>();
  const query = groq.replace(CALL, (_call, value: string, projection: string) => {
    const name = names.get(projection) ?? `trivium::f${names.size}`;
    names.set(projection, name);
    return `${name}(${value})`;
  });
  const declarations = [...names].map(([projection, name]) => `fn ${name}($value) = $value${projection};\n`);
  return `${declarations.join('')}${query}`;
}
