import { lazyIsland } from '../components/lazyIsland.tsx';
import { nearViewport } from '../components/timing/nearViewport.ts';

/** An interactive figure whose code loads when the server's HTML of one comes near the viewport. */
export const LazyFigure = lazyIsland(
  () => import('./InteractiveFigure.tsx').then(({ InteractiveFigure }) => InteractiveFigure),
  <div style={{ aspectRatio: '16 / 12' }} />,
  () => nearViewport('[data-figure]'),
);
