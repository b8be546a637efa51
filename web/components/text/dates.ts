// Set here and not by `Intl`, whose first formatter takes a telephone a tenth of a second.
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

/** `14 March 2026`, the same on a server and in every time zone. */
export const day = (iso: string): string => {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

/** `1912–1954`, `born 1943`, or null when neither date is known. */
export const lifetime = (born: string | null, died: string | null): string | null => {
  const year = (iso: string) => new Date(iso).getUTCFullYear();
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
