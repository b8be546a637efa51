import { createRoot } from 'react-dom/client';

/** Opens a document without elements, in which components that render nothing can run their effects. @param onError receives errors of a render */
export function openEmptyPage(onError: (error: unknown) => void = console.error) {
  const events = () => ({ addEventListener: () => undefined, removeEventListener: () => undefined });
  const page = { ...events(), nodeType: 9, visibilityState: 'visible', activeElement: null };
  const container = { ...events(), nodeType: 1, ownerDocument: page, tagName: 'DIV', namespaceURI: null };
  const names = { window: globalThis, document: page, HTMLIFrameElement: class {}, ...events() };
  Object.assign(globalThis, names);
  const root = createRoot(container as unknown as Element, {
    onRecoverableError: onError,
    onUncaughtError: onError,
  });
  return {
    root,
    close() {
      root.unmount();
    },
  };
}
