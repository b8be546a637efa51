import katex from 'katex';

/**
 * Renders TeX with KaTeX to HTML, with MathML for screen readers. Invalid TeX is shown as text. KaTeX escapes its input, and
 * its option `trust` is off.
 */
export const renderMath = (tex: string, isDisplay: boolean): string =>
  katex.renderToString(tex, { displayMode: isDisplay, output: 'htmlAndMathml', throwOnError: false });
