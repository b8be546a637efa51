/** The language of formats where the language of the content is unknown. */
const DEFAULT_LANGUAGE = 'en';

/** Writes numbers and times in a language. */
export interface Formats {
  /** The language, as a BCP 47 tag. */
  readonly language: string;
  number(value: number): string;
  /** @param unit as `Intl.NumberFormat` knows it */
  measure(value: number, unit: string): string;
  /** @param unit a currency as in ISO 4217, or the text of another unit */
  amount(value: number, unit: string): string;
  /** @param value in ISO 8601; another text is returned unchanged */
  date(value: string): string;
  /** Includes the name of the zone, which is UTC. */
  dateTime(value: string): string;
  bytes(value: number): string;
  /** @param seconds a position in a film, written as `m:ss`, or `h:mm:ss` from an hour */
  position(seconds: number): string;
}

/** Units of time are written out. */
const TIMES: ReadonlySet<string> = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year']);
const CURRENCY = /^[A-Z]{3}$/;

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
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'].map(
    (unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        // The short form of bytes has no plural.
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: 1,
      }),
  );
  const withFormat = (format: Intl.DateTimeFormat) => (value: string) => {
    const time = Date.parse(value);
    return Number.isNaN(time) ? value : format.format(time);
  };
  return {
    language,
    number: (value) => numbers.format(value),
    measure: (value, unit) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: TIMES.has(unit) ? 'long' : 'short',
        maximumFractionDigits: 20,
      }).format(value),
    amount(value, unit) {
      if (!CURRENCY.test(unit)) return `${numbers.format(value)} ${unit}`;
      const minimumFractionDigits = Number.isInteger(value) ? 0 : undefined;
      return new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: unit,
        ...(minimumFractionDigits !== undefined && { minimumFractionDigits }),
      }).format(value);
    },
    date: withFormat(dates),
    dateTime: withFormat(times),
    bytes(value) {
      const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
      return units[power]?.format(value / 1000 ** power) ?? String(value);
    },
    position,
  };
}

function position(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const start = hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes);
  return `${start}:${twoDigits(whole % 60)}`;
}
