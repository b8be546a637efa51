/** The language of formats where that of the content is unknown. */
export const DEFAULT_LANGUAGE = 'en';

/** Writes numbers and times in a language. */
export interface Formats {
  number(value: number): string;
  /** @param value in ISO 8601; another text is returned unchanged */
  date(value: string): string;
  dateTime(value: string): string;
  bytes(value: number): string;
}

const known = new Map<string, Formats>();

/** Returns the formats of a language. Times are in UTC. @param language a BCP 47 tag */
export function formatsOf(language: string): Formats {
  const formats = known.get(language) ?? createFormats(language);
  known.set(language, formats);
  return formats;
}

function createFormats(language: string): Formats {
  const [locale = DEFAULT_LANGUAGE] = Intl.DateTimeFormat.supportedLocalesOf([language, DEFAULT_LANGUAGE]);
  // Numbers of four digits are mostly years.
  const numbers = new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 20 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
    (unit) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  );
  const withFormat = (format: Intl.DateTimeFormat) => (value: string) => {
    const time = Date.parse(value);
    return Number.isNaN(time) ? value : format.format(time);
  };
  return {
    number: (value) => numbers.format(value),
    date: withFormat(dates),
    dateTime: withFormat(times),
    bytes(value) {
      const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
      return units[power]?.format(value / 1000 ** power) ?? String(value);
    },
  };
}
