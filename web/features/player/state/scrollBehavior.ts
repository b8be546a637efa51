import { prefersReducedMotion } from '../../../lib/mediaConditions.ts';

/** Returns the behavior of a scroll by the app: at once if the reader prefers reduced motion. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth');
