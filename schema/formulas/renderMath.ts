import katex from 'katex';
import { formulaSpaces } from './formulaSpaces.ts';
import { mathAlphabets } from './mathAlphabets.ts';

const MAX_CHARACTERS = 2_000;
/** Larger sizes, e.g. of `\rule`, would cover the page. */
const MAX_SIZE_EM = 50;
/** Each formula is rendered by itself, so definitions of macros are of no use, but multiply its length. */
const DEFINITION = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/**
 * Renders TeX with KaTeX to MathML, which browsers draw with a font of the system. TeX that is invalid, defines macros or
 * has more than 2,000 characters is shown as text. KaTeX escapes its input, and its option `trust` is off.
 */
export const renderMath = (tex: string, isDisplay: boolean): string => {
  if (tex.length > MAX_CHARACTERS || DEFINITION.test(tex))
    return textElement(tex.slice(0, MAX_CHARACTERS).toWellFormed());
  try {
    const mathml = mathAlphabets(
      katex.renderToString(tex, {
        displayMode: isDisplay,
        output: 'mathml',
        throwOnError: false,
        // The default writes warnings to the console.
        strict: 'ignore',
        maxSize: MAX_SIZE_EM,
      }),
    );
    return formulaSpaces(mathml);
  } catch {
    // Deeply nested TeX exceeds the call stack, which KaTeX reports in spite of `throwOnError`.
    return textElement(tex);
  }
};

const textElement = (tex: string): string =>
  `<code>${tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code>`;
