import type { RootContent } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { ArticleMarkdownQuery } from '../../../features/articles/ArticleMarkdown.generated.ts';
import { pathOf } from '../../../lib/paths.ts';
import { PUBLICATION } from '../../../lib/publication.ts';
import { formatDate } from '../../../lib/text/dates.ts';
import { compact, joinNames } from '../../../lib/text/lists.ts';
import { markdownNodes } from './markdownNodes.ts';

type Article = NonNullable<ArticleMarkdownQuery['article']>;

/** Returns an article as Markdown, with footnotes as on GitHub and formulas as TeX between dollar signs. */
export const formatArticle = (
  origin: string,
  { slug, title, excerpt, publishedAt, authors, body }: Article,
): string => {
  const page = `${origin}${pathOf('Article', slug)}`;
  const names = compact(authors).map(({ name }) => name);
  const facts = [
    names.length > 0 ? `By ${joinNames(names)}` : null,
    PUBLICATION.name,
    publishedAt && formatDate(publishedAt),
  ].filter(Boolean);
  const children: RootContent[] = [
    { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] },
    ...(excerpt ? [paragraph(excerpt)] : []),
    {
      type: 'paragraph',
      children: [
        { type: 'text', value: `${facts.join(', ')}, ` },
        { type: 'link', url: page, children: [{ type: 'text', value: page }] },
      ],
    },
    ...(body ? markdownNodes(body.blocks, page) : []),
  ];
  return toMarkdown(
    { type: 'root', children },
    {
      bullet: '-',
      emphasis: '_',
      extensions: [gfmFootnoteToMarkdown(), mathToMarkdown()],
    },
  );
};

const paragraph = (value: string): RootContent => ({
  type: 'paragraph',
  children: [{ type: 'text', value }],
});
