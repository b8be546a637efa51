import { type ComponentType, lazy, useEffect } from 'react';

/**
 * Loads a component when it is rendered. If its chunk fails to load, for example without a connection, the fallback is
 * rendered in its place: an error would replace the whole page. The next time, the chunk is requested again.
 * @param load imports the component
 */
export const lazyWithFallback = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<P>,
): ComponentType<P> => {
  const createLazy = () =>
    lazy(() =>
      load().then(
        (Component) => ({ default: Component as ComponentType }),
        () => ({ default: MissingComponent as ComponentType }),
      ),
    );
  const MissingComponent = (props: P) => {
    useEffect(() => {
      LazyComponent = createLazy();
    }, []);
    return <Fallback {...props} />;
  };
  let LazyComponent = createLazy();
  return (props) => <LazyComponent {...props} />;
};
