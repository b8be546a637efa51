import type { FigureKind } from '../definitions/definitions.ts';
import type { FigureEngine, FigureMessage, FigureState } from './figureEngine.ts';

/** Starts a figure on a canvas: in a worker, or in the page if the browser cannot draw in workers. */
export const startFigure = (canvas: HTMLCanvasElement, kind: FigureKind): FigureEngine =>
  'transferControlToOffscreen' in canvas ? startInWorker(canvas, kind) : startInPage(canvas, kind);

const startInWorker = (canvas: HTMLCanvasElement, kind: FigureKind): FigureEngine => {
  const worker = new Worker(new URL('./figureWorker.ts', import.meta.url), { type: 'module' });
  const post = (message: FigureMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const offscreen = canvas.transferControlToOffscreen();
  post({ canvas: offscreen, kind }, [offscreen]);
  return { update: (state) => post({ state }), stop: () => worker.terminate() };
};

const startInPage = (canvas: HTMLCanvasElement, kind: FigureKind): FigureEngine => {
  let engine: FigureEngine | undefined;
  let latest: FigureState | undefined;
  let isStopped = false;
  import('./runFigure.ts').then(({ runFigure }) => {
    if (isStopped) return;
    engine = runFigure(canvas, kind);
    if (latest) engine.update(latest);
  }, console.error);
  return {
    update: (state) => {
      latest = state;
      engine?.update(state);
    },
    stop: () => {
      isStopped = true;
      engine?.stop();
    },
  };
};
