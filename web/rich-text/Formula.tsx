import sheet from 'katex/dist/katex-swap.min.css?url';
import { lazy, Suspense, use, useState } from 'react';
import { useHydrated } from '../components/timing/useHydrated.ts';
import styles from './Formula.module.css';
import { formulaSetter } from './mathRenderer.ts';

interface FormulaProps {
  tex: string;
  /** On a line of its own. */
  display?: boolean;
}

interface SetProps {
  tex: string;
  display: boolean;
  set: (tex: string, display: boolean) => string;
}

/**
 * A formula, set with its own faces: few systems have one for mathematics. One that came set from a server is left as it
 * is, so that a browser fetches what sets formulas only when it comes upon one by itself.
 */
export const Formula = ({ tex, display = false }: FormulaProps) => {
  const setter = use(formulaSetter);
  const hydrated = useHydrated();
  const [served] = useState(!hydrated && !setter ? tex : null);
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      {setter && <SetFormula tex={tex} display={display} set={setter} />}
      {!setter && served === tex && <Holder html="" display={display} />}
      {!setter && served !== tex && (
        <Suspense fallback={<Holder html="…" display={display} />}>
          <Fetched tex={tex} display={display} />
        </Suspense>
      )}
    </>
  );
};

const SetFormula = ({ tex, display, set }: SetProps) => <Holder html={set(tex, display)} display={display} />;

/** Suspends until the setter is there. The words around it are there before, and no reader sees TeX. */
const Fetched = lazy(() =>
  import('./renderMath.ts').then(({ setFormula }) => ({
    default: (props: Omit<SetProps, 'set'>) => <SetFormula {...props} set={setFormula} />,
  })),
);

const SIDEWAYS = { tabIndex: 0, role: 'group', 'aria-label': 'Formula', 'data-sideways': '' };

const Holder = ({ html, display }: { html: string; display: boolean }) => {
  const Element = display ? 'div' : 'span';
  return (
    <Element
      // A long formula scrolls in its line, and what scrolls must be reachable by keyboard.
      {...(display && SIDEWAYS)}
      className={display ? styles.display : styles.inline}
      // What a server has set is in the page already, and is not repeated by the browser.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};
