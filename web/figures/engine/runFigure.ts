import type { FigureKind } from '../definitions/definitions.ts';
import type { Simulation, SimulationModule } from '../simulations/simulation.ts';
import { SIMULATIONS } from '../simulations/simulations.ts';
import type { FigureEngine, FigureState } from './figureEngine.ts';
import { createQuality } from './quality.ts';

const ASPECT_RATIO = 16 / 9;
const FRAME_SECONDS = 1 / 60;
/** After a pause of the browser, a figure continues where it was. Below 30 frames a second, and on slow devices, it slows down. */
const MAX_STEP_SECONDS = 1 / 30;
/** A figure that does not run shows its state after this time from the start, or after a change of its parameters. */
const STILL_START_SECONDS = 3;
const STILL_CHANGE_SECONDS = 1;

/** Runs a figure on a canvas, in a worker or in the page. It draws the first picture when its code is loaded. */
export const runFigure = (canvas: HTMLCanvasElement | OffscreenCanvas, kind: FigureKind): FigureEngine => {
  const context = canvas.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  const quality = createQuality();
  let module: SimulationModule | undefined;
  let simulation: Simulation | undefined;
  let state: FigureState | undefined;
  let image: ImageData | undefined;
  let frame: number | undefined;
  let frameTime: number | undefined;

  const advance = (seconds: number) => {
    for (let time = 0; time < seconds; time += FRAME_SECONDS) simulation?.step(FRAME_SECONDS);
  };
  const draw = () => {
    if (!context || !simulation || !module || !state) return;
    const width = Math.max(2, Math.round(Math.min(state.width, module.MAX_WIDTH_PX) * quality.scale()));
    if (image?.width !== width) {
      canvas.width = width;
      canvas.height = Math.round(width / ASPECT_RATIO);
      image = context.createImageData(width, canvas.height);
    }
    simulation.draw(image);
    context.putImageData(image, 0, 0);
  };
  const runFrame = (now: number) => {
    const start = performance.now();
    simulation?.step(Math.min(MAX_STEP_SECONDS * quality.pace(), (now - (frameTime ?? now)) / 1000));
    frameTime = now;
    draw();
    quality.addFrame(performance.now() - start);
    frame = requestAnimationFrame(runFrame);
  };
  const pause = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    frameTime = undefined;
  };
  /** Brings the simulation from one state to the next. */
  const apply = (previous: FigureState | undefined) => {
    if (!module || !state) return;
    const isNew = !simulation || state.resetCount !== previous?.resetCount;
    const isChanged = hasChanged(state, previous);
    if (isNew) simulation = module.createSimulation(state.values as never) as Simulation;
    else if (isChanged) simulation?.set(state.values as never);
    if (state.isRunning) {
      frame ??= requestAnimationFrame(runFrame);
      return;
    }
    pause();
    if (isNew) advance(STILL_START_SECONDS);
    else if (isChanged) advance(STILL_CHANGE_SECONDS);
    draw();
  };
  SIMULATIONS[kind]().then((loaded) => {
    module = loaded;
    apply(undefined);
  }, console.error);
  return {
    update: (next) => {
      const previous = state;
      state = next;
      apply(previous);
    },
    stop: pause,
  };
};

/** Returns whether two states differ in a parameter. Messages to a worker copy the values. */
const hasChanged = (state: FigureState, previous: FigureState | undefined): boolean =>
  Object.entries(state.values).some(([name, value]) => previous?.values[name] !== value);
