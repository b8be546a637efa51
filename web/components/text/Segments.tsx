import type { Segment } from './segment.ts';

/** Words with their matches marked. */
export const Segments = ({ segments }: { segments: readonly Segment[] }) =>
  segments.map(({ text, matched }, at) => (matched ? <mark key={at}>{text}</mark> : text));
