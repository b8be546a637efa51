import { createContext, use } from 'react';

const originContext = createContext('');

export const OriginProvider = originContext.Provider;

/** Returns the public origin of the site, e.g. `https://example.org`: the same value on the server and in the browser. @public */
export const useOrigin = (): string => use(originContext);
