const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const YEAR = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'UTC' });

/** `14 March 2026`, the same on a server and in every time zone. */
export const day = (iso: string): string => DAY.format(new Date(iso));

/** `1912–1954`, `born 1943`, or null when neither date is known. */
export const lifetime = (born: string | null, died: string | null): string | null => {
  const year = (iso: string) => YEAR.format(new Date(iso));
  if (born && died) return `${year(born)}–${year(died)}`;
  if (born) return `born ${year(born)}`;
  return died ? `died ${year(died)}` : null;
};

/** Whole years from one date to another, as a life is counted. */
export const age = (born: string, died: string): number => {
  const [from, to] = [new Date(born), new Date(died)];
  const isBeforeBirthday =
    to.getUTCMonth() < from.getUTCMonth() ||
    (to.getUTCMonth() === from.getUTCMonth() && to.getUTCDate() < from.getUTCDate());
  return to.getUTCFullYear() - from.getUTCFullYear() - Number(isBeforeBirthday);
};
