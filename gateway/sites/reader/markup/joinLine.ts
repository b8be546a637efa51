import { type Html, html, isolate } from './html.ts';

/** Joins parts in one line. */
export const joinLine = (parts: readonly Html[]): Html =>
  html`${parts.map((part, index) => [index > 0 && ' · ', isolate(part)])}`;
