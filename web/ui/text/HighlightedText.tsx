import type { TextSegment } from '../../lib/text/textSegment.ts';

/** Renders text with its matches marked. */
export const HighlightedText = ({ segments }: { segments: readonly TextSegment[] }) =>
  segments.map(({ text, matched }, index) => (matched ? <mark key={index}>{text}</mark> : text));
