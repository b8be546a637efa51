import type { FigureEngine, FigureMessage } from './figureEngine.ts';
import { runFigure } from './runFigure.ts';

let engine: FigureEngine | undefined;

addEventListener('message', ({ data }: MessageEvent<FigureMessage>) => {
  if ('canvas' in data) engine = runFigure(data.canvas, data.kind);
  else engine?.update(data.state);
});
