import { invalid } from './apiError.ts';

/** The options of a playback URL, as text. */
export type Options = Readonly<Record<string, string>>;

/**
 * A number among the options, undefined when it is not there.
 * @throws ApiError 400 when it is no number, or outside `min` and `max`
 */
export function numberOption(
  options: Options,
  name: string,
  { min, max, integer = false }: { min: number; max: number; integer?: boolean },
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || (integer && !Number.isInteger(value)) || value < min || value > max)
    throw invalid(
      `${name} must be ${integer ? 'an integer' : 'a number'} from ${min} to ${max}, got ${text}`,
    );
  return value;
}

/**
 * One of a few words among the options, undefined when it is not there.
 * @throws ApiError 400 when it is another word
 */
export function choiceOption<const Choice extends string>(
  options: Options,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!choices.includes(text as Choice))
    throw invalid(`${name} must be one of ${choices.join(', ')}, got ${text}`);
  return text as Choice;
}
