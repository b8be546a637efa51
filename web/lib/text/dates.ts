// Not `Intl`: its first formatter takes 100 ms on a phone.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const formatWith = (monthOf: (month: string | undefined) => string | undefined) => (iso: string) => {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${monthOf(MONTHS[date.getUTCMonth()])} ${date.getUTCFullYear()}`;
};

/** Formats a date as `14 March 2026`, in UTC. */
export const formatDate = formatWith((month) => month);

/** Returns the start in UTC of the day that a time has for the reader. */
export const localDay = (timestamp: number): number => {
  const date = new Date(timestamp);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
};

/** Formats the day that a time has for the reader as `14 March 2026`. */
export const formatLocalDate = (timestamp: number): string =>
  formatDate(new Date(localDay(timestamp)).toISOString());

/** Formats a date as `14 Mar 2026`, in UTC, for cards. */
export const formatShortDate = formatWith((month) => month?.slice(0, 3));

/** Formats a lifespan as `1912–1954`, `born 1943` or `died 1831`; null without dates. */
export const formatLifespan = (born: string | null, died: string | null): string | null => {
  const year = (iso: string) => new Date(iso).getUTCFullYear();
  if (born && died) return `${year(born)}–${year(died)}`;
  if (born) return `born ${year(born)}`;
  return died ? `died ${year(died)}` : null;
};

/** Returns the completed years between two dates. */
export const age = (born: string, died: string): number => {
  const [from, to] = [new Date(born), new Date(died)];
  const isBeforeBirthday =
    to.getUTCMonth() < from.getUTCMonth() ||
    (to.getUTCMonth() === from.getUTCMonth() && to.getUTCDate() < from.getUTCDate());
  return to.getUTCFullYear() - from.getUTCFullYear() - Number(isBeforeBirthday);
};
