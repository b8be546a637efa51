import type { CSSProperties } from 'react';

/** Returns the props that set the accent of an element and its descendants; empty without an accent. See styles/tokens.css. */
export const accentProps = (
  accent: string | null | undefined,
): { style: CSSProperties; 'data-accent': '' } | Record<string, never> =>
  accent ? { style: { '--accent-source': accent } as CSSProperties, 'data-accent': '' } : {};
