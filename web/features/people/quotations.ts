import { readBlocks } from '../../rich-text/readBlocks.ts';

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

interface Quote {
  _key?: string;
  text?: unknown;
  attribution?: string;
  source?: string;
}

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
    for (const block of readBlocks(body?.json)) {
      const { _key, text, attribution, source }: Quote = block;
      if (block._type !== 'quote' || typeof text !== 'string' || !text || !attribution) continue;
      if (!isAttributedTo(attribution, name)) continue;
      if (!quotations.has(text))
        quotations.set(text, { key: _key ?? text, text, source: source ?? null, slug, title });
    }
  return [...quotations.values()];
};
