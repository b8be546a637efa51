import type { Segment } from '../../lib/text/segment.ts';

/** Renders text with its matches marked. */
export const Segments = ({ segments }: { segments: readonly Segment[] }) =>
  segments.map(({ text, matched }, index) => (matched ? <mark key={index}>{text}</mark> : text));
