import { highlightCode } from '../code/highlightCode.ts';
import { formulaText } from './inlineMath.ts';

/** The part of the context that computed fields read. */
interface LocalizedContext {
  /** The names of the language of the request, and of its fallbacks. */
  readonly content: { readonly locale: { readonly codes: readonly string[] } };
}

/** Computed fields. Each receives the value of its `@groq` expression, the arguments and the context. */
export const resolvers = {
  CodeListing: { html: codeHtml },
  Person: { lifespan },
};

/**
 * Returns the plain text of a formula in rich text, for `RichText.plainText` and the search index. They have an
 * attribute `tex`, or the shape of sanity-plugin-latex-input.
 */
export function objectText({ _type, tex, body }: Readonly<Record<string, unknown>>): string | undefined {
  const formula = tex ?? (_type === 'latex' ? body : undefined);
  return typeof formula === 'string' ? formulaText(formula) : undefined;
}

/** Returns the code of a listing as HTML with classes for its syntax; null without a highlighter for its language. */
function codeHtml(value: unknown): string | null {
  const { code, language } = (value ?? {}) as { code?: unknown; language?: unknown };
  return typeof code === 'string' && typeof language === 'string' ? highlightCode(code, language) : null;
}

/** The words before a single year, by language. */
const LIFESPAN_WORDS: Readonly<Record<string, { readonly born: string; readonly died: string }>> = {
  en: { born: 'born', died: 'died' },
  de: { born: 'geb.', died: 'gest.' },
};

/** Formats the years of birth and death: `1917–2008`, `born 1940` or `geb. 1940`, `died 1827` or `gest. 1827`. */
function lifespan(value: unknown, _args: unknown, { content }: LocalizedContext): string | null {
  const dates = (value ?? {}) as { born?: unknown; died?: unknown };
  // A faulty document can have any value.
  const year = (date: unknown) => (typeof date === 'string' ? date.slice(0, 4) : '');
  const [born, died] = [year(dates.born), year(dates.died)];
  if (born && died) return `${born}–${died}`;
  const words = content.locale.codes.flatMap((code) => LIFESPAN_WORDS[code] ?? [])[0] ?? LIFESPAN_WORDS.en;
  if (born) return `${words?.born} ${born}`;
  return died ? `${words?.died} ${died}` : null;
}
