import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { hasNavigated } from './hasNavigated.ts';

/**
 * A part of a page whose code is no part of the page's own: a server renders it as any other, and the browser takes it
 * over when its code has come, after the rest. Until then it reads, and its links are links; where its code does not
 * come it stays so, and a page that was walked to fails.
 * @param fetch imports the component
 * @param waiting stands in where there is no markup of a server
 */
export const later = <C extends ComponentType<never>>(
  fetch: () => Promise<C>,
  waiting: ReactNode = null,
): C => {
  let failure: unknown;
  const come = async () => {
    try {
      return { default: (await fetch()) as unknown as ComponentType };
    } catch (error) {
      // On a server there is nothing to stay as.
      if (typeof document === 'undefined' || hasNavigated()) throw error;
      failure = error;
      return new Promise<never>(() => undefined);
    }
  };
  // At once, and not when it is first rendered: parts within parts would wait for each other.
  const coming = typeof document === 'undefined' ? undefined : come();
  // Whoever renders it is told of a failure.
  coming?.catch(() => undefined);
  const Part = lazy(() => coming ?? come());
  const Later = (props: object) => {
    // A browser does not fetch again what failed once, for any page.
    if (failure && hasNavigated()) throw failure;
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
  return Later as unknown as C;
};
