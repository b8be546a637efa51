import katex from 'katex';

/**
 * A formula as markup, by KaTeX: set with its own faces, and with MathML beside it for those who hear it. What is not
 * TeX is shown as it was written. KaTeX escapes what it is given, and its `trust` is off.
 */
export const setFormula = (tex: string, display: boolean): string =>
  katex.renderToString(tex, { displayMode: display, output: 'htmlAndMathml', throwOnError: false });
