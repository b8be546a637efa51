import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import type { PageMessage, Pages } from '../../../schema/pages.ts';
import { HttpError } from '../../core/httpError.ts';
import { unauthenticated } from '../../services/auth/authErrors.ts';
import { writeError } from '../graphql/writeResponse.ts';
import { varyBy } from '../hooks/responseHeaders.ts';
import type { PageSecurityPolicy } from '../pages/builtWeb.ts';
import { prefersHtml } from '../pages/prefersHtml.ts';

/** A link or a secret opens no preview. */
export class NoPreview extends HttpError {
  readonly page: PageMessage;
  /** @param path of the published page, if it is known */
  constructor(message: string, page: Pick<PageMessage, 'heading' | 'text'>, path?: string) {
    const { status, extensions, headers } = unauthenticated(message);
    super(status, extensions.code as 'UNAUTHENTICATED', message, headers);
    this.page = withLinks(page, path);
  }
}

const HOME = { label: 'Home', href: '/' };

const withLinks = (page: Pick<PageMessage, 'heading' | 'text'>, path?: string): PageMessage => ({
  ...page,
  links: path === undefined || path === '/' ? [HOME] : [{ label: 'Published page', href: path }, HOME],
});

/** A preview that cannot be checked. */
export const PREVIEW_UNAVAILABLE = withLinks({
  heading: 'The preview cannot be opened at the moment',
  text: 'It could not be checked. Reload this page in a minute.',
});
const REJECTED = withLinks({
  heading: 'The preview could not be opened',
  text: 'The request was not valid. Open the preview again from the Studio, or by its link.',
});
/** Nothing in these pages is secret, and the Studio that frames one is not known. */
const ALL_FRAMES = ['*'];

const addVary = varyBy('accept');

/** Responds to rejected requests of browsers with a page, and to others with an error in the GraphQL format. */
export function servePreviewErrors(
  app: FastifyInstance,
  {
    pages: { errorPages, scriptHashes },
    policy,
  }: { readonly pages: Pages; readonly policy: PageSecurityPolicy },
): void {
  const pageOf = (error: GraphQLError, status: number): string => {
    if (error instanceof NoPreview) return errorPages.rejected(error.page);
    if (status === 429) return errorPages.rateLimited;
    return errorPages.rejected(status >= 500 ? PREVIEW_UNAVAILABLE : REJECTED);
  };
  app.setErrorHandler(async (error, { headers: { accept } }, reply) => {
    addVary(reply);
    if (!(error instanceof GraphQLError) || !prefersHtml(accept)) throw error;
    writeError(reply, error);
    return reply
      .header('content-security-policy', policy(scriptHashes, ALL_FRAMES))
      .type('text/html; charset=utf-8')
      .send(pageOf(error, reply.statusCode));
  });
}
