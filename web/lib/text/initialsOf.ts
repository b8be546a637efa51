/** A letter or number with its marks, or a symbol. */
const FIRST = /[\p{L}\p{N}]\p{M}*|\p{S}/u;
const CAPITALS = /(?<![\p{L}\p{M}])\p{Lu}\p{M}*/gu;

/** Returns the first character of a title for readers. */
export const initialOf = (title: string): string => FIRST.exec(title)?.[0] ?? '';

/** Returns the capitals of the first and the last word of a name that have one; in a script without capitals its first letter. */
export const initialsOf = (name: string): string => {
  const capitals = name.match(CAPITALS);
  if (!capitals) return initialOf(name);
  return capitals.filter((_, index) => index === 0 || index === capitals.length - 1).join('');
};
