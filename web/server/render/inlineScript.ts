/** What would end a script, open a comment in it, or end a line of it in older engines. */
const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A value as an expression that can stand in a script of a page, whatever texts it holds. */
export const embed = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined').replace(/[<>&\u2028\u2029]/g, (sign) => ESCAPES[sign] as string);

/** A script of the page, allowed by its nonce. `code` is not escaped: values go in through `embed`. */
export const inlineScript = (code: string, nonce: string): string =>
  `<script nonce="${nonce}">${code}</script>`;
