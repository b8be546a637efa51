import katex from 'katex';
import sheet from 'katex/dist/katex-swap.min.css?url';
import styles from './Formula.module.css';

interface FormulaProps {
  tex: string;
  /** On a line of its own. */
  display?: boolean;
}

/**
 * A formula, set by KaTeX with its own faces and with MathML beside it for those who hear it: few systems have a face
 * for mathematics, and MathML alone is set with whatever is there. What is not TeX is shown as it was written.
 */
export const Formula = ({ tex, display = false }: FormulaProps) => {
  const html = katex.renderToString(tex, {
    displayMode: display,
    output: 'htmlAndMathml',
    throwOnError: false,
  });
  const Holder = display ? 'div' : 'span';
  const className = display ? styles.display : styles.inline;
  // A long formula scrolls in its line, and what scrolls must be reachable by keyboard.
  const reach = display ? { tabIndex: 0 } : {};
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      {/* KaTeX escapes what it is given, and its `trust` is off. */}
      <Holder {...reach} className={className} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
};
