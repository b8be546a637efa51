import type { QuotingArticleFragment } from './PersonQuotations.generated.ts';

/** A quotation of a person in an article. */
export interface Quotation {
  text: string;
  /** The publication, e.g. a paper and its year. */
  source: string | null;
  /** The slug of the article. */
  slug: string;
  title: string;
}

type Block = NonNullable<NonNullable<QuotingArticleFragment['body']>['blocks'][number]>;

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

const isQuotation = (block: Block | null): block is Extract<Block, { __typename: 'Quotation' }> =>
  block?.__typename === 'Quotation';

/** Returns the quotations of a person in these articles, each once, in the order of the articles. */
export const quotationsOf = (name: string, articles: readonly QuotingArticleFragment[]): Quotation[] => {
  const quotations = new Map<string, Quotation>();
  for (const { slug, title, body } of articles)
    for (const { text, attribution, source } of (body?.blocks ?? []).filter(isQuotation)) {
      if (quotations.has(text) || !attribution || !isAttributedTo(attribution, name)) continue;
      quotations.set(text, { text, source, slug, title });
    }
  return [...quotations.values()];
};
