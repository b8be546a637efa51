import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A part of a page whose code is no part of the page's own: a server renders it as any other, and the browser takes it
 * over when its code has come, after the rest. Until then it reads, and its links are links.
 * @param fetch imports the component
 * @param waiting stands in where there is no markup of a server
 */
export const later = <C extends ComponentType<never>>(
  fetch: () => Promise<C>,
  waiting: ReactNode = null,
): C => {
  const Part = lazy(async () => ({ default: (await fetch()) as unknown as ComponentType }));
  // At once, and not when it is first rendered: parts within parts would wait for each other.
  if (typeof document !== 'undefined') void fetch();
  const Later = (props: object) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
  return Later as unknown as C;
};
