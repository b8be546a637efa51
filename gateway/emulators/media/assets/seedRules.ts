/** A condition for a value of a seed. */
interface Rule {
  readonly expected: string;
  matches(value: unknown): boolean;
}

/** Rules by attribute; a nested table is for an object, and one in a list for each item of a list. */
interface Rules {
  readonly [attribute: string]: Rule | Rules | readonly [Rules];
}

const MAX_SECONDS = 7 * 24 * 60 * 60;
/** Limits of drawn images. */
const MAX_STILLS = 10_000;
const MAX_SIDE_PIXELS = 4096;
const MAX_FPS = 60;

const rule = (expected: string, matches: (value: unknown) => boolean): Rule => ({ expected, matches });
const optional = ({ expected, matches }: Rule): Rule =>
  rule(`${expected}, or nothing`, (value) => value === undefined || matches(value));
const oneOf = (...values: readonly string[]): Rule =>
  rule(`one of ${values.join(', ')}`, (value) => values.includes(value as string));
const numberFrom = (minimum: number, maximum: number, isInteger = false): Rule =>
  rule(
    `${isInteger ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}`,
    (value) =>
      typeof value === 'number' &&
      value >= minimum &&
      value <= maximum &&
      (!isInteger || Number.isInteger(value)),
  );

const text = rule('a text', (value) => typeof value === 'string');
/** Ids are names of folders and parts of URLs. The ids of Mux have fewer than 60 characters. */
const id = rule(
  '1 to 200 letters and digits',
  (value) => typeof value === 'string' && /^[A-Za-z0-9]{1,200}$/.test(value),
);
const seconds = numberFrom(0, MAX_SECONDS);
const pixels = numberFrom(1, MAX_SIDE_PIXELS, true);

/** The attributes of an asset in `mux-assets.json` that the emulator reads. */
export const ASSET_RULES: Rules = {
  id,
  status: oneOf('preparing', 'ready', 'errored'),
  created_at: rule(
    'Unix seconds as a text',
    (value) => typeof value === 'string' && /^\d{1,12}$/.test(value),
  ),
  duration: optional(seconds),
  thumbnail_time: optional(seconds),
  playback_ids: [{ id, policy: oneOf('public', 'signed', 'drm') }],
  tracks: [
    {
      id,
      type: oneOf('video', 'audio', 'text'),
      status: optional(oneOf('preparing', 'ready', 'errored', 'deleted')),
      name: optional(text),
      language_code: optional(text),
    },
  ],
  static_renditions: { files: [{ name: text, status: text, resolution: text }] },
};

/** The attributes of `stills.json`. */
export const STILLS_RULES: Rules = {
  interval: numberFrom(0.01, MAX_SECONDS),
  count: numberFrom(1, MAX_STILLS, true),
  width: pixels,
  height: pixels,
  animated: { start: seconds, fps: numberFrom(0.1, MAX_FPS), width: pixels },
};

/**
 * Returns the first error of a value, with its path, e.g. `tracks[0].id: expected …, got …`; undefined for a valid value.
 * Objects and lists in it may be absent.
 */
export function ruleError(value: unknown, rules: Rules, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${path || 'the value'}: expected an object, got ${describe(value)}`;
  for (const [name, inner] of Object.entries(rules)) {
    const error = attributeError(
      (value as Record<string, unknown>)[name],
      inner,
      path ? `${path}.${name}` : name,
    );
    if (error !== undefined) return error;
  }
  return undefined;
}

function attributeError(value: unknown, rules: Rules[string], path: string): string | undefined {
  if (isRule(rules))
    return rules.matches(value) ? undefined : `${path}: expected ${rules.expected}, got ${describe(value)}`;
  if (value === undefined) return undefined;
  if (!isList(rules)) return ruleError(value, rules, path);
  if (!Array.isArray(value)) return `${path}: expected a list, got ${describe(value)}`;
  for (const [i, item] of value.entries()) {
    const error = ruleError(item, rules[0], `${path}[${i}]`);
    if (error !== undefined) return error;
  }
  return undefined;
}

const isRule = (rules: Rules[string]): rules is Rule => typeof (rules as Rule).matches === 'function';
const isList = (rules: Rules[string]): rules is readonly [Rules] => Array.isArray(rules);

const MAX_SHOWN_CHARACTERS = 80;
const describe = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN_CHARACTERS);
