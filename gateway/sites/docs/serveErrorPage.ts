import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { anonymousCaller } from '../../core/context.ts';
import { ERROR_PAGE } from '../../core/errorUrl.ts';
import { packageFile } from '../../core/packageFiles.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { clientIpOf } from '../../http/admission/exchange.ts';
import { serveStaticAssets } from '../../http/assets/staticAssets.ts';
import { once } from '../../services/cache/once.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { renderMarkdown } from './markdown/renderMarkdown.ts';
import { DOCS_ASSETS } from './site/assets.ts';
import { layOutSinglePage, PAGE_POLICY } from './site/layout.ts';

const MAX_AGE_SECONDS = 300;

/**
 * Serves the page of the error codes where the documentation is not served: `extensions.url` of every error leads to it. It says
 * nothing about the deployment.
 */
export function serveErrorPage(app: FastifyInstance, rateLimiter: Pick<RateLimiter, 'charge'>): void {
  const read = once(readErrorPage);
  app.get(ERROR_PAGE, async (request, reply) => {
    const caller = anonymousCaller(clientIpOf(request));
    const charge = await chargeOrReject(rateLimiter, caller, MIN_RESPONSE_COST);
    const page = await read();
    charge?.settle(byteCost(Buffer.byteLength(page)));
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
        'content-security-policy': PAGE_POLICY,
      })
      .send(page);
  });
  serveStaticAssets(app, Object.values(DOCS_ASSETS));
}

/** Returns the page of the error codes without the rest of the site: links to other pages are text. */
async function readErrorPage(): Promise<string> {
  const { title, summary, html, headings } = await renderMarkdown(
    await readFile(packageFile('docs/errors.md'), 'utf8'),
    { addressOf: (href) => (/^(https?:|#)/.test(href) ? href : undefined), allowsHtml: true },
  );
  return layOutSinglePage({ title, description: summary, html, headings });
}
