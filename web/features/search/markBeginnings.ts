interface Segment {
  text: string;
  matched: boolean;
}

/** Without case and accents, letter for letter. */
export const fold = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('');

/** A name cut where its words begin as one of the typed words does; a match is no longer than what was typed. */
export const markBeginnings = (name: string, typed: string): Segment[] => {
  const wanted = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const letters = [...name];
  const segments: Segment[] = [];
  const add = (text: string, matched: boolean) => {
    const last = segments.at(-1);
    if (last?.matched === matched) last.text += text;
    else if (text) segments.push({ text, matched });
  };
  for (let at = 0; at < letters.length; ) {
    const begins = at === 0 || !/[\p{L}\p{N}]/u.test(letters[at - 1] ?? '');
    const rest = fold(letters.slice(at).join(''));
    const length = begins
      ? Math.max(0, ...wanted.filter((word) => rest.startsWith(word)).map((w) => w.length))
      : 0;
    add(letters.slice(at, at + Math.max(1, length)).join(''), length > 0);
    at += Math.max(1, length);
  }
  return segments;
};
