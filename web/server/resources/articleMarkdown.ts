import { pathOf } from '../../components/paths.ts';
import { ArticleMarkdownDocument } from '../../features/articles/ArticleMarkdown.generated.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import { formatArticle } from './markdown/formatArticle.ts';
import type { Resource } from './resource.ts';
import { ResourceError, upstreamError } from './resourceError.ts';

/** An article as Markdown, at the path of its page with the suffix `.md`. The status is 404 if there is none. */
export const articleMarkdown: Resource = {
  path: `${pathOf('Article', '')}:slug.md`,
  respond: async ({ client, origin, params: { slug = '' } }) => {
    const { data, error } = await client.query({
      query: ArticleMarkdownDocument,
      variables: { slug },
      fetchPolicy: 'no-cache',
    });
    if (data?.article)
      return cacheableResponse({
        body: formatArticle(origin, data.article as Parameters<typeof formatArticle>[1]),
        type: 'text/markdown; charset=utf-8',
        allowsAnyOrigin: true,
      });
    if (error) throw upstreamError(error);
    throw new ResourceError({
      status: 404,
      code: 'NOT_FOUND',
      message: 'expected the slug of an article, got one that no article has',
    });
  },
};
