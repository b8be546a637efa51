import { Section } from '../../components/Section.tsx';
import type { InteractiveFigureFragment } from '../../figures/InteractiveFigure.generated.ts';
import { LazyFigure } from '../../figures/LazyFigure.tsx';

/** Renders the interactive figure of a film. */
export const FigureSection = ({ figure }: { figure: InteractiveFigureFragment }) => (
  <Section title="Try it yourself">
    <LazyFigure {...figure} />
  </Section>
);
