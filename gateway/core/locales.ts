import { quoted } from './describeValue.ts';

/** A language of the content. */
export interface Locale {
  /** The language by BCP 47, e.g. `de-CH`. */
  readonly tag: string;
  /** Its name in the content, e.g. `de_CH`. */
  readonly code: string;
  /** The names of the languages in which a value is looked for: the language itself, then its fallbacks. */
  readonly codes: readonly string[];
}

/** The languages of the content. */
export interface Locales {
  /** The first is the default. */
  readonly all: readonly [Locale, ...Locale[]];
  /** The same by their tags in lower case. */
  readonly byTag: ReadonlyMap<string, Locale>;
}

/** The length that every tag in use fits in (RFC 5646, 4.4.1). Longer tags are rejected before they are read. */
export const MAX_TAG_CHARACTERS = 35;

/** Returns the message of an error for a tag that no language has. */
export function unknownLocale(locales: Locales, tag: string): string {
  const got = tag.length > MAX_TAG_CHARACTERS ? `${tag.length} characters` : quoted(tag);
  const length = tag.length > MAX_TAG_CHARACTERS ? ` in at most ${MAX_TAG_CHARACTERS} characters` : '';
  return `expected one of the languages ${allowedTags(locales).join(', ')}${length}, got ${got}`;
}

/** Returns the tags of all languages. */
export const allowedTags = ({ all }: Locales): readonly string[] => all.map(({ tag }) => tag);

/**
 * Returns the language for a tag, without regard to case: the same, else a less specific one, as `de` for `de-AT` (RFC 4647,
 * section 3.4); undefined if there is none, and for a tag of more than 35 characters.
 */
export function matchLocale({ byTag }: Locales, tag: string): Locale | undefined {
  if (tag.length > MAX_TAG_CHARACTERS) return undefined;
  const wanted = comparable(tag);
  return byTag.get(wanted) ?? lessSpecific(byTag, wanted);
}

const CODE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;

/** Returns the tag of a language in lower case, for comparisons. */
const comparable = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/**
 * Parses a list of languages, e.g. `en,de,de-CH:de`. The first is the default. A language falls back to the language after its
 * colon, which precedes it in the list, and then to the fallbacks of that language. Without a colon it falls back to a less
 * specific language of the list, else to the default; with nothing after the colon, it has no fallback.
 * @returns undefined for another text
 */
export function parseLocales(text: string): Locales | undefined {
  const byTag = new Map<string, Locale>();
  for (const entry of text.split(',')) {
    const [code = '', ...fallbacks] = entry.trim().split(':');
    const tag = comparable(code);
    if (!CODE.test(code) || fallbacks.length > 1 || byTag.has(tag)) return undefined;
    const [first] = byTag.values();
    const [fallback] = fallbacks;
    const next =
      fallback === undefined ? (lessSpecific(byTag, tag) ?? first) : byTag.get(comparable(fallback));
    if (fallback && !next) return undefined;
    byTag.set(
      tag,
      Object.freeze({ tag: canonicalTag(code), code, codes: Object.freeze([code, ...(next?.codes ?? [])]) }),
    );
  }
  return Object.freeze({ all: Object.freeze([...byTag.values()]) as unknown as Locales['all'], byTag });
}

function canonicalTag(code: string): string {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? code;
  } catch {
    return code;
  }
}

/** Returns the most specific language for the beginning of a tag. */
function lessSpecific(byTag: ReadonlyMap<string, Locale>, tag: string): Locale | undefined {
  for (let end = tag.lastIndexOf('-'); end > 0; end = tag.lastIndexOf('-', end - 1)) {
    const found = byTag.get(tag.slice(0, end));
    if (found) return found;
  }
  return undefined;
}

/** The languages without a setting. */
export const DEFAULT_LOCALES = parseLocales('en') as Locales;
