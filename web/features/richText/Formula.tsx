import katex from 'katex';
import styles from './Formula.module.css';

interface FormulaProps {
  tex: string;
  /** On a line of its own. */
  display?: boolean;
}

/** A formula as MathML, which browsers set and read aloud themselves. What is not TeX is shown as it was written. */
export const Formula = ({ tex, display = false }: FormulaProps) => {
  const html = katex.renderToString(tex, { displayMode: display, output: 'mathml', throwOnError: false });
  const Holder = display ? 'div' : 'span';
  const className = display ? styles.display : styles.inline;
  // KaTeX escapes what it is given, and its `trust` is off.
  return <Holder className={className} dangerouslySetInnerHTML={{ __html: html }} />;
};
