import { lazy, Suspense, use, useState } from 'react';
import { focusableIfScrollable } from '../../lib/focus/focusableIfScrollable.ts';
import { useHydrated } from '../../lib/timing/useHydrated.ts';
import styles from './Formula.module.css';
import { MathRendererContext } from './MathRendererContext.ts';

interface FormulaProps {
  tex: string;
  /** Sets the formula on its own line. */
  isDisplay?: boolean;
}

interface RenderedFormulaProps extends Required<FormulaProps> {
  render: (tex: string, isDisplay: boolean) => string;
}

/**
 * Renders a formula as MathML. Hydration keeps a formula that the server rendered, so that the browser loads KaTeX only for
 * formulas of later pages.
 */
export const Formula = ({ tex, isDisplay = false }: FormulaProps) => {
  const render = use(MathRendererContext);
  const isHydrated = useHydrated();
  const [serverTex] = useState(!isHydrated && !render ? tex : null);
  return (
    <>
      {render && <RenderedFormula tex={tex} isDisplay={isDisplay} render={render} />}
      {!render && serverTex === tex && <FormulaElement html="" isDisplay={isDisplay} />}
      {!render && serverTex !== tex && (
        <Suspense fallback={<FormulaElement html="…" isDisplay={isDisplay} />}>
          <LazyFormula tex={tex} isDisplay={isDisplay} />
        </Suspense>
      )}
    </>
  );
};

const RenderedFormula = ({ tex, isDisplay, render }: RenderedFormulaProps) => (
  <FormulaElement html={render(tex, isDisplay)} isDisplay={isDisplay} />
);

const LazyFormula = lazy(() =>
  import('../../../schema/formulas/renderMath.ts').then(
    ({ renderMath }) => ({
      default: (props: Required<FormulaProps>) => <RenderedFormula {...props} render={renderMath} />,
    }),
    // Without a connection, for example. A page must not fail because of its formulas.
    () => ({ default: ({ tex }: Required<FormulaProps>) => <code>{tex}</code> }),
  ),
);

/** A long formula scrolls, so it must be focusable to scroll by keyboard. */
const SCROLLABLE_PROPS = {
  ref: focusableIfScrollable,
  tabIndex: 0,
  role: 'group',
  'aria-label': 'Formula',
  'data-scroll-x': '',
};

const FormulaElement = ({ html, isDisplay }: { html: string; isDisplay: boolean }) => {
  const Element = isDisplay ? 'div' : 'span';
  return (
    <Element
      {...(isDisplay && SCROLLABLE_PROPS)}
      className={isDisplay ? styles.display : styles.inline}
      // Hydration keeps the HTML of the server.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};
