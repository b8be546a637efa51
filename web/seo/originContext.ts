import { createContext, use } from 'react';

const originContext = createContext('');

/** Says to all within where the magazine is published. */
export const OriginProvider = originContext.Provider;

/** The origin of the magazine's public addresses, e.g. `https://example.org`: the same on a server and in a browser. @public */
export const useOrigin = (): string => use(originContext);
