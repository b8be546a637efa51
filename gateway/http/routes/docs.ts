import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packageFile } from '../../core/packageFiles.ts';
import { DOC_PAGE_POLICY, renderDocPage } from './docPage.ts';

const FOLDER = packageFile('docs');
/** The pages for API clients. */
const PAGES = ['api', 'errors', 'http', 'keys', 'limits', 'versioning'] as const;
const MAX_AGE_SECONDS = 300;

/** Serves the documentation for API clients at `/docs`, so that the links in errors lead to that of this version. */
export function serveDocs(app: FastifyInstance): void {
  const rendered = new Map<string, Promise<string>>();
  const render = (page: string) => {
    const html =
      rendered.get(page) ??
      readFile(join(FOLDER, `${page}.md`), 'utf8').then((text) => renderDocPage(text, addressOf));
    rendered.set(page, html);
    return html;
  };
  app.get('/docs', (_request, reply) => reply.redirect('/docs/api', 308));
  for (const page of PAGES)
    app.get(`/docs/${page}`, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .header('content-security-policy', DOC_PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(await render(page)),
    );
}

/** Returns the address of a link in `docs`; undefined if the gateway does not serve its target. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  if (file === '../schema/contract.graphql') return '/schema.graphql';
  const page = PAGES.find((name) => file === `${name}.md`);
  return page && `/docs/${page}${anchor === undefined ? '' : `#${anchor}`}`;
}
