import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousCaller } from '../../core/context.ts';
import { describeType } from '../../core/describeValue.ts';
import { HttpError } from '../../core/httpError.ts';
import type { PreviewInfo } from '../../core/previewInfo.ts';
import { parametersOf } from '../../core/requestTarget.ts';
import { readSitePath } from '../../core/sitePath.ts';
import { isObject } from '../../core/validators.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import type { CheckPreviewUrl } from '../../providers/content/previewSecrets.ts';
import { forbidden, unauthenticated } from '../../services/auth/authErrors.ts';
import { previewCaller } from '../../services/auth/authenticate.ts';
import { readPerspective } from '../../services/auth/perspective.ts';
import {
  ENDED_PREVIEW_COOKIES,
  previewCookie,
  readPreviewCookie,
  sessionCookie,
} from '../../services/auth/previewCookie.ts';
import {
  LINK_PARAMETER,
  type NewPreview,
  type Previews,
  SECRET_PARAMETER,
} from '../../services/auth/previews.ts';
import {
  isNavigation,
  LINK_SHOWS_ONE_PAGE,
  PREVIEW_ENDED,
  PREVIEW_HEADER,
  requirePreviewUse,
} from '../../services/auth/previewUse.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import { clientIpOf } from '../admission/exchange.ts';
import { disconnectSignal } from '../pages/disconnectSignal.ts';
import type { PageOptions } from './pages.ts';
import { NoPreview, servePreviewErrors } from './previewErrors.ts';

export interface PreviewOptions {
  readonly previews: Previews;
  /** The path that the Presentation tool opens. */
  readonly enablePath: string;
  readonly checkPreviewUrl: CheckPreviewUrl;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  /** Returns the public origin, once the server listens. */
  origin(): string;
  /** Renders the pages of rejected requests. */
  readonly site: Pick<PageOptions, 'pages' | 'policy'>;
}

const DISABLE_PATH = '/api/preview/disable';
const PERSPECTIVE_PATH = '/api/preview/perspective';
/** The parameters of the Presentation tool. The page does not get them. */
const STUDIO_PARAMETERS = {
  secret: SECRET_PARAMETER,
  path: 'sanity-preview-pathname',
  perspective: 'sanity-preview-perspective',
  variant: 'sanity-preview-variant',
} as const;
/** Rate limit points of a secret, a link or a cookie that is checked. */
const CHECK_COST = 100;
const ROUTE_OPTIONS = { config: { kind: 'page', cors: false } } as const;

/** Serves the addresses that start, change and end previews. */
export async function previewRoutes(app: FastifyInstance, options: PreviewOptions): Promise<void> {
  const { previews, enablePath, checkPreviewUrl, rateLimiter, origin } = options;
  servePreviewErrors(app, options.site);
  app.addHook('onRequest', async (_request, reply) => {
    // The address of `enable` has a secret.
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    reply.removeHeader('access-control-allow-origin');
  });
  // A form sends nothing that is needed.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });

  app.get(enablePath, { ...ROUTE_OPTIONS, exposeHeadRoute: false }, async (request, reply) => {
    if (!isNavigation(request.headers))
      throw forbidden('expected this address to be opened in a tab or a frame, got a request of a script');
    await chargeOrReject(rateLimiter, anonymousCaller(clientIpOf(request)), CHECK_COST);
    const parameters = parametersOf(request.url);
    const link = parameters.get(LINK_PARAMETER);
    return link === null ? startSession(request, reply, parameters) : openLink(request, reply, link);
  });

  app.post(DISABLE_PATH, ROUTE_OPTIONS, async (request, reply) => {
    requirePreviewUse(request, origin());
    const hasEnded = await previews.end(request.headers.cookie);
    if (!hasEnded) await chargeOrReject(rateLimiter, anonymousCaller(clientIpOf(request)), CHECK_COST);
    reply.header('set-cookie', ENDED_PREVIEW_COOKIES);
    const isForm = request.headers.accept?.includes('text/html') === true;
    return isForm ? reply.redirect(pathOfReferer(request), 303) : reply.code(204).send();
  });

  app.post(PERSPECTIVE_PATH, ROUTE_OPTIONS, async (request, reply) => {
    requirePreviewUse(request, origin());
    if (request.headers[PREVIEW_HEADER] === undefined)
      throw forbidden('expected the header X-Preview, got none; send `X-Preview: 1`');
    const perspective = readRequestedPerspective(request.body);
    const cookie = readPreviewCookie(request.headers.cookie);
    const preview = cookie && (await previews.verify(cookie.token));
    const address = clientIpOf(request);
    await chargeOrReject(
      rateLimiter,
      preview ? previewCaller(preview, address) : anonymousCaller(address),
      CHECK_COST,
    );
    if (!cookie || !preview) throw unauthenticated(PREVIEW_ENDED);
    if (preview.kind === 'link') throw forbidden(LINK_SHOWS_ONE_PAGE);
    return setCookies(reply, { preview: { ...preview, perspective }, token: cookie.token })
      .code(204)
      .send();
  });

  async function startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: URLSearchParams,
  ): Promise<FastifyReply> {
    const address = clientIpOf(request);
    const path = readRedirect(parameters.get(STUDIO_PARAMETERS.path) ?? '/');
    const perspective = readPerspective(parameters.get(STUDIO_PARAMETERS.perspective) ?? 'drafts');
    const secret = parameters.get(STUDIO_PARAMETERS.secret)
      ? await runForCaller(anonymousCaller(address), () =>
          checkPreviewUrl(request.url, disconnectSignal(reply)),
        )
      : undefined;
    if (!secret)
      throw new NoPreview(
        'expected a secret of the Presentation tool that is at most an hour old, got another one or none; reload the tool',
        {
          heading: 'The preview was not started',
          text: 'The secret of the Studio is missing or unknown, or it is more than an hour old. Reload the Presentation tool.',
        },
        path,
      );
    const { studioOrigin, sharedSecret } = secret;
    const studioOrigins = studioOrigin === undefined ? [] : [studioOrigin];
    const session = await previews.startSession({ perspective, studioOrigins, sharedSecret }, address);
    await previews.end(request.headers.cookie);
    return open(reply, session, path);
  }

  /** Opens the page of a link. An editor keeps the session, which can show the page too. */
  async function openLink(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    token: string,
  ): Promise<FastifyReply> {
    const preview = await previews.verify(token);
    if (preview?.path === undefined) throw endedLink(await previews.find(token));
    const current = await previews.ofCookie(headers.cookie);
    if (current?.kind === 'session') return reply.redirect(preview.path, 307);
    return open(reply, { preview, token }, preview.path);
  }
}

/** Creates the error of a link that does not work. @param link undefined if it is unknown, or no longer stored */
function endedLink(link: PreviewInfo | undefined): NoPreview {
  const message =
    'expected a link to a preview that works, got one that has expired, was revoked or is incomplete; ask for a new link';
  const text = 'Its page may be published by now. Ask the editor who sent the link for another one.';
  if (link?.path === undefined)
    return new NoPreview(message, {
      heading: 'This preview link does not work',
      text: 'It has expired, or its address is incomplete. Ask the editor who sent it for another one.',
    });
  const heading =
    link.revokedAt === undefined ? 'This preview link has expired' : 'This preview link was revoked';
  return new NoPreview(message, { heading, text }, link.path);
}

/** Sets the cookies of a preview and redirects to its page. */
const open = (reply: FastifyReply, preview: NewPreview, path: string): FastifyReply =>
  setCookies(reply, preview).redirect(path, 307);

const setCookies = (reply: FastifyReply, { preview, token }: NewPreview): FastifyReply =>
  reply.header('set-cookie', [previewCookie(preview, token), sessionCookie(preview)]);

/** Returns the path to redirect to, without the parameters of the Studio. @throws HttpError `BAD_REQUEST` for another site */
function readRedirect(text: string): string {
  const path = readSitePath(text);
  if (path === undefined)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `${STUDIO_PARAMETERS.path}: expected a path of this site such as /films/ripples, got another text`,
    );
  const url = new URL(path, 'http://site.invalid');
  for (const name of Object.values(STUDIO_PARAMETERS))
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the path of the page that sent a request; it is of this site. */
function pathOfReferer({ headers: { referer } }: FastifyRequest): string {
  const url = URL.parse(referer ?? '');
  return (url && readSitePath(`${url.pathname}${url.search}`)) ?? '/';
}

/** @throws HttpError `BAD_REQUEST` */
function readRequestedPerspective(body: unknown): string {
  const perspective = isObject(body) ? body.perspective : undefined;
  if (typeof perspective === 'string') return readPerspective(perspective);
  throw new HttpError(
    400,
    'BAD_REQUEST',
    `expected JSON such as {"perspective": "drafts"}, got ${describeType(isObject(body) ? perspective : body)}`,
  );
}
