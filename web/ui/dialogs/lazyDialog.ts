import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';

interface DialogProps {
  onClose: () => void;
}

interface LazyDialogProps {
  /** Called if the chunk of the dialog fails to load. Default: `onClose`. */
  onLoadError?: () => void;
}

/** Loads a dialog when it is rendered. A dialog whose chunk fails to load closes at once. */
export const lazyDialog =
  <P extends DialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P & LazyDialogProps> =>
  (props) => {
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
    const handleLoadError = useEffectEvent(props.onLoadError ?? props.onClose);
    useEffect(() => {
      load().then(
        (loaded) => setDialog(() => loaded),
        () => handleLoadError(),
      );
    }, []);
    return Dialog && createElement(Dialog, props);
  };
