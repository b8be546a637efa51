import { ArticleMarkdownDocument } from '../../features/articles/ArticleMarkdown.generated.ts';
import { readMarkdownPath } from '../../lib/paths.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import { formatArticle } from './markdown/formatArticle.ts';
import type { Resource } from './resource.ts';
import { ResourceError, upstreamError } from './resourceError.ts';

/**
 * An article as Markdown, at the path of its page with the suffix `.md`, or the page of an article whose slug has that suffix.
 * The status is 404 if there is neither.
 */
export const articleMarkdown: Pick<Resource, 'respond'> = {
  respond: async ({ send, origin, request }) => {
    const slug = readMarkdownPath(new URL(request.url).pathname) ?? '';
    const { data, error } = await send(ArticleMarkdownDocument, { slug, pageSlug: `${slug}.md` });
    if (data?.article)
      return cacheableResponse({
        body: formatArticle(origin, data.article),
        type: 'text/markdown; charset=utf-8',
        allowsAnyOrigin: true,
      });
    if (data?.page) return null;
    if (error) throw upstreamError(error);
    throw new ResourceError({
      status: 404,
      code: 'NOT_FOUND',
      message: 'expected the slug of an article, got one that no article has',
    });
  },
};
