import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { anonymousCaller } from '../../core/context.ts';
import { entityTagOf, isKnownToClient } from '../../core/entityTag.ts';
import { parametersOf, pathOf } from '../../core/requestTarget.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { clientIpOf } from '../../http/admission/exchange.ts';
import { serveStaticAssets } from '../../http/assets/staticAssets.ts';
import { DOCS_PATH, varyBy } from '../../http/hooks/responseHeaders.ts';
import { prefersHtml } from '../../http/pages/prefersHtml.ts';
import { PRINCIPAL_HEADERS, type Principal } from '../../services/auth/authenticate.ts';
import type { SchemaViewer } from './changelog/changelogPage.ts';
import { createRunQuery, type DocsGraph } from './docsQueries.ts';
import { withoutExplorer } from './markdown/exampleMarkup.ts';
import { withOrigin } from './markdown/withOrigin.ts';
import type { RunQuery } from './reference/exampleResponse.ts';
import { DOCS_ASSETS } from './site/assets.ts';
import { createDocsSites, type DocsSite, type DocsSitesOptions } from './site/docsSite.ts';
import { PAGE_POLICY, SEARCH_PATH } from './site/layout.ts';
import { MAX_QUERY_CHARACTERS } from './site/searchIndex.ts';

/** Points of a search, in addition to the points of its response. A search takes up to 5 ms. */
const SEARCH_COST = 50;
const MAX_AGE_SECONDS = 300;
const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const MARKDOWN_SUFFIX = '.md';

const addVary = varyBy(...PRINCIPAL_HEADERS);

export interface DocsServices extends Omit<DocsSitesOptions, 'schema'>, Omit<DocsGraph, 'graph'> {
  readonly graph: DocsGraph['graph'] &
    Pick<GraphServices, 'schema' | 'visibleSchemas' | 'authenticate' | 'rateLimiter'>;
  /** Whether the explorer is served, to which the examples link. */
  readonly hasExplorer: boolean;
  /** Returns the public origin, once the server listens. It does not depend on request headers. */
  origin(): string;
}

/**
 * Serves the documentation for API clients at `/docs`: guides, the reference and the changelog of the schema that the caller
 * sees, search, each page as Markdown at `.md`, and `llms.txt`. The examples name the origin of the deployment.
 */
export function serveDocs(app: FastifyInstance, { hasExplorer, origin, ...services }: DocsServices): void {
  const { graph } = services;
  const sites = createDocsSites({ ...services, schema: graph.schema });
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    read: (site: DocsSite, run: RunQuery) => Promise<string | undefined>,
    baseCost = 0,
  ) => {
    const caller = anonymousCaller(clientIpOf(request));
    const cost = baseCost + MIN_RESPONSE_COST;
    const charge = await chargeOrReject(graph.rateLimiter, caller, cost);
    const { viewer, principal, isPublic } = await viewerOf(graph, request);
    const site = sites(viewer);
    // A response is as old as the response cache allows, and not older.
    let hasResponse = false;
    const run: RunQuery = async (operation) => {
      hasResponse = true;
      return principal && createRunQuery(services, principal, reply)(operation);
    };
    const text = await read(site, run);
    addVary(reply);
    if (text === undefined && type === HTML && prefersHtml(request.headers.accept)) {
      reply.hasOwnLinks = true;
      return reply
        .code(404)
        .type(HTML)
        .headers({ 'cache-control': 'no-store', 'content-security-policy': PAGE_POLICY })
        .send(site.missingPage(pathOf(request.url)));
    }
    if (text === undefined) return reply.callNotFound();
    const body = withOrigin(hasExplorer ? text : withoutExplorer(text), origin());
    const etag = entityTagOf(body);
    reply.type(type).headers({
      'cache-control': isPublic && !hasResponse ? `public, max-age=${MAX_AGE_SECONDS}` : 'private, no-cache',
      etag,
    });
    if (type === HTML) reply.header('content-security-policy', PAGE_POLICY);
    if (isKnownToClient(request.headers['if-none-match'], etag)) return reply.code(304).send();
    charge?.settle(baseCost + byteCost(Buffer.byteLength(body)));
    return reply.send(body);
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    if (path.endsWith('/')) return reply.redirect(withoutTrailingSlashes(path), 308);
    return path.endsWith(MARKDOWN_SUFFIX)
      ? send(request, reply, MARKDOWN, (site, run) =>
          site.markdown(path.slice(0, -MARKDOWN_SUFFIX.length), run),
        )
      : send(request, reply, HTML, (site, run) => site.html(path, run));
  };
  app.get(DOCS_PATH, (_request, reply) => reply.redirect(`${DOCS_PATH}/api`, 308));
  app.get(`${DOCS_PATH}${MARKDOWN_SUFFIX}`, (_request, reply) =>
    reply.redirect(`${DOCS_PATH}/api${MARKDOWN_SUFFIX}`, 308),
  );
  app.get(`${DOCS_PATH}/*`, sendPage);
  app.get(SEARCH_PATH, (request, reply) =>
    send(request, reply, HTML, (site) => site.searchPage(queryOf(request)), SEARCH_COST),
  );
  app.get(`${SEARCH_PATH}.json`, (request, reply) => {
    const search = async (site: DocsSite) => JSON.stringify({ results: await site.search(queryOf(request)) });
    return send(request, reply, 'application/json; charset=utf-8', search, SEARCH_COST);
  });
  for (const path of ['/llms.txt', `${DOCS_PATH}/llms.txt`])
    app.get(path, (request, reply) =>
      send(request, reply, 'text/plain; charset=utf-8', (site) => site.llmsText()),
    );
  serveStaticAssets(app, Object.values(DOCS_ASSETS));
}

/**
 * Returns the schema that a caller sees, as `/schema.graphql` does, and whether other callers see the same schema. Callers
 * with invalid credentials, and callers who may not see the schema, get the guides without reference and changelog.
 */
async function viewerOf(
  { authenticate, visibleSchemas, persistedQueries }: DocsServices['graph'],
  request: FastifyRequest,
): Promise<{
  readonly viewer: SchemaViewer | undefined;
  /** Undefined for invalid credentials. */
  readonly principal: Principal | undefined;
  readonly isPublic: boolean;
}> {
  const { headers } = request;
  const hasCredentials = PRINCIPAL_HEADERS.some((name) => headers[name] !== undefined);
  try {
    const principal = await authenticate({ headers, address: clientIpOf(request) });
    const { caller, audience } = principal;
    const isAnonymous = caller.kind === 'anonymous';
    const isHidden = isAnonymous && persistedQueries.requiresTrustedDocuments;
    const { scopes } = audience;
    return {
      viewer: isHidden ? undefined : { visible: visibleSchemas(scopes), scopes },
      principal,
      isPublic: isAnonymous,
    };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { viewer: undefined, principal: undefined, isPublic: !hasCredentials };
  }
}

/** Takes linear time, which a regular expression would not for a path of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Returns the parameter `q`. The router leaves the query string to its routes. */
const queryOf = ({ url }: FastifyRequest): string =>
  (parametersOf(url).get('q') ?? '').slice(0, MAX_QUERY_CHARACTERS);
