/** A piece of a text that is cut where something was found in it. */
export interface Segment {
  text: string;
  matched: boolean;
}

/** The same text with neighbours of one kind as one piece, and none empty. */
export const joinSegments = (segments: readonly Segment[]): Segment[] => {
  const joined: Segment[] = [];
  for (const { text, matched } of segments) {
    const last = joined.at(-1);
    if (last?.matched === matched) last.text += text;
    else if (text) joined.push({ text, matched });
  }
  return joined;
};
