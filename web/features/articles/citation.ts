import { pathOf } from '../../lib/paths.ts';
import { PUBLICATION } from '../../lib/publication.ts';
import { formatDate } from '../../lib/text/dates.ts';
import { joinNames } from '../../lib/text/lists.ts';

export interface CitedArticle {
  slug: string;
  title: string;
  publishedAt: string | null;
  /** The people who wrote it. */
  authors: readonly { name: string }[];
}

/** Returns the reference to an article as a line of text. */
export const textCitation = (origin: string, { slug, title, publishedAt, authors }: CitedArticle): string =>
  [
    authors.length > 0 ? joinNames(authors.map(({ name }) => name)) : null,
    `“${title}”`,
    PUBLICATION.name,
    publishedAt && formatDate(publishedAt),
    `${origin}${pathOf('Article', slug)}`,
  ]
    .filter(Boolean)
    .join(', ');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns the reference to an article as an entry of BibTeX. */
export const bibtexCitation = (
  origin: string,
  { slug, title, publishedAt, authors }: CitedArticle,
): string => {
  const date = publishedAt ? new Date(publishedAt) : null;
  const year = date && String(date.getUTCFullYear());
  // An organization is in braces, so that BibTeX does not read its last word as a surname.
  const author = authors.length > 0 ? authors.map(({ name }) => escapeTex(name)).join(' and ') : null;
  const fields = {
    author: `{${author ?? `{${PUBLICATION.name}}`}}`,
    // Braces keep the capital letters.
    title: `{{${escapeTex(title)}}}`,
    howpublished: `{${PUBLICATION.name}}`,
    year: year && `{${year}}`,
    // BibTeX defines names for the months, which styles print in their language.
    month: date && MONTHS[date.getUTCMonth()],
    url: `{${origin}${pathOf('Article', slug)}}`,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`  ${name} = ${value}`] : []));
  return `@misc{${slug}${year ? `-${year}` : ''},\n${lines.join(',\n')}\n}`;
};

const TEX_SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const escapeTex = (text: string): string =>
  text.replaceAll(/[\\~^&%$#_{}]/g, (sign) => TEX_SIGNS[sign] ?? `\\${sign}`);
