import { invalidParameters } from '../api/apiError.ts';

/** The options of a playback URL, as text. */
export type UrlOptions = Readonly<Record<string, string>>;

/**
 * Parses a number option; undefined when absent.
 * @throws ApiError 400 when it is not a number or not between `min` and `max`
 */
export function numberOption(
  options: UrlOptions,
  name: string,
  { min, max, integer = false }: { min: number; max: number; integer?: boolean },
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || (integer && !Number.isInteger(value)) || value < min || value > max)
    throw invalidParameters(
      `${name} must be ${integer ? 'an integer' : 'a number'} from ${min} to ${max}, got ${text}`,
    );
  return value;
}

/**
 * Parses an option with a fixed set of values; undefined when absent.
 * @throws ApiError 400 for any other value
 */
export function choiceOption<const Choice extends string>(
  options: UrlOptions,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!choices.includes(text as Choice))
    throw invalidParameters(`${name} must be one of ${choices.join(', ')}, got ${text}`);
  return text as Choice;
}
