import { createContext } from 'react';

/** How formulas are set where that can be done at once: on a server. A browser fetches the setter when it needs it. */
export const formulaSetter = createContext<((tex: string, display: boolean) => string) | null>(null);
