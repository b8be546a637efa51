/** A part of a text that matches a query, or does not. */
export interface TextSegment {
  text: string;
  matched: boolean;
}

/** Merges adjacent segments of the same kind and removes empty segments. */
export const mergeSegments = (segments: readonly TextSegment[]): TextSegment[] => {
  const merged: TextSegment[] = [];
  for (const { text, matched } of segments) {
    const last = merged.at(-1);
    if (last?.matched === matched) last.text += text;
    else if (text) merged.push({ text, matched });
  }
  return merged;
};
