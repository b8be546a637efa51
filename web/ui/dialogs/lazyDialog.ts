import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';

interface DialogProps {
  onClose: () => void;
}

/** Loads a dialog when it is rendered. A dialog whose chunk fails to load closes at once. */
export const lazyDialog =
  <P extends DialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  (props) => {
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
    const close = useEffectEvent(props.onClose);
    useEffect(() => {
      load().then(
        (loaded) => setDialog(() => loaded),
        () => close(),
      );
    }, []);
    return Dialog && createElement(Dialog, props);
  };
