import type { Plugin } from 'vite';

/**
 * Modules of React Router that only its framework mode and its instrumentation enter, by the ends of their names, and
 * what stands in for them in a browser: what they answer where neither is used. It saves 3 kB of every first page.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  'react-router/dist/production/lib/dom/ssr/components.js': `
    import { createContext } from 'react';
    export const FrameworkContext = createContext(undefined);
    export const PrefetchPageLinks = () => null;
    const unused = () => {};
    export const usePrefetchBehavior = () => [false, unused, {}];
    export const mergeRefs = (ref) => ref;
    export let CRITICAL_CSS_DATA_ATTRIBUTE, Links, Meta, Scripts, setIsHydrated, useFrameworkContext;`,
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export let instrumentHandler, instrumentationResultMetaContext;`,
};

/** Leaves out of the browser's files what of the router is never entered. It fails the build when the router has moved. */
export function leanRouter(): Plugin {
  const found = new Set<string>();
  return {
    name: 'lean-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    load(id) {
      const file = Object.keys(STAND_INS).find((name) => id.endsWith(name));
      if (!file) return null;
      found.add(file);
      return STAND_INS[file];
    },
    buildEnd(error) {
      const missing = Object.keys(STAND_INS).filter((name) => !found.has(name));
      if (!error && missing.length > 0)
        throw new Error(
          `expected ${missing.join(' and ')} among the modules of the app, found none; look at what react-router now has there, and mend web/build/leanRouter.ts`,
        );
    },
  };
}
