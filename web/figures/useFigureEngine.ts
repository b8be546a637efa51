import { type RefObject, useEffect, useState } from 'react';
import type { FigureKind } from './definitions/definitions.ts';
import type { FigureEngine, FigureState } from './engine/figureEngine.ts';

interface EngineOptions extends Omit<FigureState, 'width'> {
  readonly kind: FigureKind;
  /** True loads the code of the figure and starts it. */
  readonly isWanted: boolean;
}

/** Draws a figure on a canvas that it appends to an element, once the figure is wanted. */
export const useFigureEngine = (
  stage: RefObject<HTMLElement | null>,
  { kind, isWanted, values, isRunning, resetCount }: EngineOptions,
): void => {
  const [engine, setEngine] = useState<FigureEngine | null>(null);
  const width = useDeviceWidth(stage, isWanted);

  useEffect(() => {
    const element = stage.current;
    if (!isWanted || !element) return;
    let started: FigureEngine | undefined;
    let isStopped = false;
    // A canvas can be given to one worker only, so each start has its own.
    const canvas = document.createElement('canvas');
    import('./engine/startFigure.ts').then(
      ({ startFigure }) => {
        if (isStopped) return;
        element.append(canvas);
        started = startFigure(canvas, kind);
        setEngine(started);
      },
      // The poster stays.
      console.error,
    );
    return () => {
      isStopped = true;
      started?.stop();
      canvas.remove();
      setEngine(null);
    };
  }, [stage, kind, isWanted]);

  useEffect(() => {
    if (width > 0) engine?.update({ values, isRunning, resetCount, width });
  }, [engine, values, isRunning, resetCount, width]);
};

/** Returns the width of an element in device pixels; 0 until it is measured. */
const useDeviceWidth = (ref: RefObject<HTMLElement | null>, isActive: boolean): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!isActive || !element) return;
    const observer = new ResizeObserver(() =>
      setWidth(Math.round(element.clientWidth * Math.max(1, devicePixelRatio))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isActive]);
  return width;
};
