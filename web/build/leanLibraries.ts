import type { Plugin } from 'vite';

/**
 * Modules that a browser never enters here, by the ends of their names, and what stands in for them: what they answer
 * where they are not used. Of React Router those of its framework mode and its instrumentation; of Apollo Client those of
 * masking at run time, which the types of the fragments do. It saves 4 kB of every first page.
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
  '@apollo/client/masking/maskFragment.js': 'export const maskFragment = (data) => data;',
  '@apollo/client/masking/maskOperation.js': 'export const maskOperation = (data) => data;',
};

/** Leaves out of the browser's files what of the libraries is never entered. It fails the build when they have moved. */
export function leanLibraries(): Plugin {
  const found = new Set<string>();
  return {
    name: 'lean-libraries',
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
          `expected ${missing.join(' and ')} among the modules of the app, found none; look at what its library now has there, and mend web/build/leanLibraries.ts`,
        );
    },
  };
}
