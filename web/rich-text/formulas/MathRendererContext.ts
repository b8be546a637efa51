import { createContext } from 'react';

/** React context of a synchronous math renderer, which only the server has. The browser imports `renderMath` on demand. */
export const MathRendererContext = createContext<((tex: string, isDisplay: boolean) => string) | null>(null);
