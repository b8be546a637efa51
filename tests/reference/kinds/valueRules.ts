import type { Model } from '../../../gateway/core/model/model.ts';

/** A value as it is compared; undefined for no value. */
export type Comparable = string | number | boolean | undefined;

type Types = Pick<Model, 'enums'>;

/** The rules of `docs/values.md`, by scalar: the comparable value of a stored one; undefined for another kind. */
const RULES: Readonly<Record<string, (value: unknown) => Comparable>> = {
  String: textValue,
  ID: textValue,
  URL: textValue,
  Int: (value) =>
    typeof value === 'number' && Math.trunc(value) === value && value >= -2147483648 && value <= 2147483647
      ? value
      : undefined,
  Float: (value) => (typeof value === 'number' ? value : undefined),
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  DateTime: timeValue,
  Date: (value) => (typeof value === 'string' && existsDate(value) ? value : undefined),
};

function textValue(value: unknown): Comparable {
  return typeof value === 'string' ? value.normalize('NFC') : undefined;
}

function existsDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the seconds since 1970 of a time of RFC 3339. */
function timeValue(value: unknown): Comparable {
  const parts =
    typeof value === 'string' &&
    /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/.exec(value);
  if (!parts) return undefined;
  const [, date = '', hour, minute, second, fraction = '0', sign, offsetHour = 0, offsetMinute = 0] = parts;
  const inRange =
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(offsetHour) < 24 &&
    Number(offsetMinute) < 60;
  if (!existsDate(date) || !inRange) return undefined;
  const ofDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const offset = (Number(offsetHour) * 3600 + Number(offsetMinute) * 60) * (sign === '-' ? -1 : 1);
  const milliseconds = Math.trunc(Number(Number(fraction) * 1000 + 1e-6));
  const seconds = (Date.parse(`${date}T00:00:00Z`) + (ofDay - offset) * 1000 + milliseconds) / 1000;
  // In UTC, the year has four digits.
  const [first, end] = ['0000-01-01', '9999-12-31'].map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
  return seconds >= Number(first) && seconds < Number(end) + 86_400 ? seconds : undefined;
}

/** Returns the comparable value of a stored one; of an enum, its stored text. */
export function comparableValue({ enums }: Types, typeName: string, value: unknown): Comparable {
  const stored = enums.get(typeName);
  if (stored) return typeof value === 'string' && [...stored.values()].includes(value) ? value : undefined;
  return RULES[typeName]?.(value);
}

/** Returns whether values of a type can be of another kind: values of `JSON` cannot. */
export const hasRules = ({ enums }: Types, typeName: string): boolean =>
  enums.has(typeName) || typeName in RULES;

/** Returns the value of an order, as a cursor contains it; null for no value. */
export function orderedValue(types: Types, typeName: string, value: unknown): string | number | null {
  const comparable = comparableValue(types, typeName, value);
  if (comparable === undefined) return null;
  if (typeof comparable === 'boolean') return comparable ? 1 : 0;
  return typeName === 'String' ? String(value).toLowerCase() : comparable;
}
