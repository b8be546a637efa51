import { highlightCode } from './highlightCode.ts';
import { formulaText } from './inlineMath.ts';

/** Computed fields. Each receives the value of its `@groq` expression. */
export const resolvers = {
  CodeListing: { html: codeHtml },
  Person: { lifespan },
};

/**
 * Returns the plain text of an inline node of rich text, for `RichText.plainText` and the search index. Formulas have an
 * attribute `tex`, or the shape of sanity-plugin-latex-input.
 */
export function inlineText({ _type, tex, body }: Readonly<Record<string, unknown>>): string | undefined {
  const formula = tex ?? (_type === 'latex' ? body : undefined);
  return typeof formula === 'string' ? formulaText(formula) : undefined;
}

/** Returns the code of a listing as HTML with classes for its syntax; null without a highlighter for its language. */
function codeHtml(value: unknown): string | null {
  const { code, language } = (value ?? {}) as { code?: unknown; language?: unknown };
  return typeof code === 'string' && typeof language === 'string' ? highlightCode(code, language) : null;
}

/** Formats the years of birth and death: `1917–2008`, `born 1940`, `died 1827`. */
function lifespan(value: unknown): string | null {
  const dates = (value ?? {}) as { born?: unknown; died?: unknown };
  // A faulty document can have any value.
  const year = (date: unknown) => (typeof date === 'string' ? date.slice(0, 4) : '');
  const [born, died] = [year(dates.born), year(dates.died)];
  if (born && died) return `${born}–${died}`;
  if (born) return `born ${born}`;
  return died ? `died ${died}` : null;
}
