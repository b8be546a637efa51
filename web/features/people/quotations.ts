/** A quotation of a person in an article. */
export interface Quotation {
  key: string;
  text: string;
  /** The publication, e.g. a paper and its year. */
  source: string | null;
  /** The slug of the article. */
  slug: string;
  title: string;
}

interface ArticleWithQuotations {
  slug: string;
  title: string;
  body: { json: unknown } | null;
}

/** The attributes of a block that a quotation needs. The JSON may have any values. */
interface Block {
  _type?: unknown;
  _key?: unknown;
  text?: unknown;
  attribution?: unknown;
  source?: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const wordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}+/gu) ?? [];

/**
 * Returns true if an attribution names this person: the family name is equal, and each given name or initial is a prefix
 * of a given name of the person. `Edward N. Lorenz` is Edward Norton Lorenz. An attribution to several people matches none.
 */
export const isAttributedTo = (attribution: string, name: string): boolean => {
  const attributionWords = wordsOf(attribution);
  const nameWords = wordsOf(name);
  const givenNames = attributionWords.slice(0, -1);
  return (
    givenNames.length > 0 &&
    attributionWords.at(-1) === nameWords.at(-1) &&
    givenNames.every((part) => nameWords.slice(0, -1).some((givenName) => givenName.startsWith(part)))
  );
};

/** Returns the quotations of a person in these articles, each once, in the order of the articles. */
export const quotationsOf = (name: string, articles: readonly ArticleWithQuotations[]): Quotation[] => {
  const quotations = new Map<string, Quotation>();
  for (const { slug, title, body } of articles)
    for (const block of Array.isArray(body?.json) ? (body.json as (Block | null)[]) : []) {
      const { _type, _key, text, attribution, source } = block ?? {};
      if (_type !== 'quote' || !isText(text) || !isText(attribution) || !isAttributedTo(attribution, name))
        continue;
      if (quotations.has(text)) continue;
      quotations.set(text, {
        key: isText(_key) ? _key : text,
        text,
        source: isText(source) ? source : null,
        slug,
        title,
      });
    }
  return [...quotations.values()];
};
