/** Somebody's words as an article quotes them. */
export interface Quotation {
  key: string;
  text: string;
  /** Where they stand, e.g. a paper and its year. */
  source: string | null;
  /** The article that quotes them. */
  slug: string;
  title: string;
}

interface Quoting {
  slug: string;
  title: string;
  body: { json: unknown } | null;
}

interface Block {
  _type?: string;
  _key?: string;
  text?: string;
  attribution?: string;
  source?: string;
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}+/gu) ?? [];

/**
 * Whether a quotation signed so is this person's: the family name is the same, and each given name or initial in the
 * signature begins one of theirs. `Edward N. Lorenz` is Edward Norton Lorenz; a signature of several people is nobody's.
 */
export const isSignedBy = (attribution: string, name: string): boolean => {
  const signed = wordsOf(attribution);
  const known = wordsOf(name);
  const given = signed.slice(0, -1);
  return (
    given.length > 0 &&
    signed.at(-1) === known.at(-1) &&
    given.every((part) => known.slice(0, -1).some((own) => own.startsWith(part)))
  );
};

/** What somebody says in these articles, each quotation once, in the articles' order. */
export const quotationsOf = (name: string, articles: readonly Quoting[]): Quotation[] => {
  const found = new Map<string, Quotation>();
  for (const { slug, title, body } of articles)
    for (const block of Array.isArray(body?.json) ? (body.json as Block[]) : []) {
      const { _type, _key, text, attribution, source } = block;
      if (_type !== 'quote' || !text || !attribution || !isSignedBy(attribution, name)) continue;
      if (!found.has(text)) found.set(text, { key: _key ?? text, text, source: source ?? null, slug, title });
    }
  return [...found.values()];
};
