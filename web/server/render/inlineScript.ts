/** Escapes of characters that end a script element, open a comment in it, or end a line in older engines. */
const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Returns a value as a JavaScript expression that is safe inside a script element. */
export const serializeForScript = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined').replace(/[<>&\u2028\u2029]/g, (char) => ESCAPES[char] as string);

/** Returns a script element. `code` is not escaped; insert values with `serializeForScript`. */
export const inlineScript = (code: string, nonce: string): string =>
  `<script nonce="${nonce}">${code}</script>`;
