interface Segment {
  text: string;
  matched: boolean;
}

/** Words with their matches marked. */
export const Segments = ({ segments }: { segments: readonly Segment[] }) =>
  segments.map(({ text, matched }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no identity but their place
    matched ? <mark key={at}>{text}</mark> : text,
  );
