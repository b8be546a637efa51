import { useId, useMemo, useRef, useState } from 'react';
import { useCanAutoplay } from '../lib/mediaConditions.ts';
import { compact } from '../lib/text/lists.ts';
import { useHydrated } from '../lib/timing/useHydrated.ts';
import { useTransientMessage } from '../lib/timing/useTransientMessage.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { type FigureDefinition, type Values, valuesOf } from './definitions/definition.ts';
import { DEFINITIONS, type FigureKind } from './definitions/definitions.ts';
import type { InteractiveFigureFragment } from './InteractiveFigure.generated.ts';
import styles from './InteractiveFigure.module.css';
import { ParameterSlider } from './ParameterSlider.tsx';
import { POSTER_SIZE } from './posters/posterSize.ts';
import { POSTERS } from './posters/posters.ts';
import { useFigureEngine } from './useFigureEngine.ts';
import { useVisibility } from './useVisibility.ts';

const MESSAGE_DURATION_MS = 2400;

type InteractiveFigureProps = Pick<InteractiveFigureFragment, 'kind' | 'parameters' | 'caption'>;

/**
 * Renders a figure that runs in the page while it is in view, with a slider for each parameter. Readers without scripts see
 * its poster, and those who prefer reduced motion start it themselves.
 */
export const InteractiveFigure = ({ kind, parameters, caption }: InteractiveFigureProps) => {
  // A deployment of the app can be older than the content.
  const definition: FigureDefinition | undefined = DEFINITIONS[kind];
  const initialValues = useMemo(
    () => definition && valuesOf(definition, compact(parameters)),
    [definition, parameters],
  );
  return definition && initialValues ? (
    <RunningFigure
      key={`${kind} ${JSON.stringify(initialValues)}`}
      kind={kind}
      definition={definition}
      initialValues={initialValues}
      caption={caption}
    />
  ) : null;
};

interface RunningFigureProps {
  kind: FigureKind;
  definition: FigureDefinition;
  initialValues: Values;
  caption: string | null;
}

const RunningFigure = ({ kind, definition, initialValues, caption }: RunningFigureProps) => {
  const { title, description } = definition;
  const stage = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const isVisible = useVisibility(stage);
  const canMove = useCanAutoplay();
  const [values, setValues] = useState(initialValues);
  /** Null until the reader plays or pauses. */
  const [choice, setChoice] = useState<boolean | null>(null);
  const [resetCount, setResetCount] = useState(0);
  const [message, setMessage] = useTransientMessage<string>(MESSAGE_DURATION_MS);
  const isPlaying = choice ?? canMove;
  const isWanted = useLatch(isVisible && (isPlaying || values !== initialValues || resetCount > 0));
  useFigureEngine(stage, { kind, isWanted, values, isRunning: isPlaying && isVisible, resetCount });
  const reset = () => {
    setValues(initialValues);
    setResetCount(resetCount + 1);
    setMessage('Reset to the start');
  };
  const titleId = useId();
  return (
    <figure className={styles.figure} aria-labelledby={titleId} data-figure={kind}>
      <div className={styles.layout}>
        <div ref={stage} className={styles.stage}>
          <img src={POSTERS[kind]} {...POSTER_SIZE} alt={description} loading="lazy" decoding="async" />
        </div>
        <div className={styles.controls}>
          <p id={titleId} className={styles.title}>
            {title}
          </p>
          <div className={styles.parameters}>
            {definition.parameters.map((parameter) => (
              <ParameterSlider
                key={parameter.name}
                parameter={parameter}
                value={values[parameter.name] ?? parameter.default}
                isDisabled={!isHydrated}
                onChange={(value) => setValues({ ...values, [parameter.name]: value })}
              />
            ))}
          </div>
          <div className={styles.buttons}>
            <button type="button" disabled={!isHydrated} onClick={() => setChoice(!isPlaying)}>
              {isPlaying ? 'Pause' : 'Run'} <VisuallyHidden>{title}</VisuallyHidden>
            </button>
            <button type="button" disabled={!isHydrated} onClick={reset}>
              Reset <VisuallyHidden>{title}</VisuallyHidden>
            </button>
            <span role="status" className={styles.status}>
              {message}
            </span>
          </div>
        </div>
      </div>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
};

/** Returns whether a value has ever been true. */
const useLatch = (value: boolean): boolean => {
  const [isLatched, setIsLatched] = useState(value);
  if (value && !isLatched) setIsLatched(true);
  return isLatched || value;
};
