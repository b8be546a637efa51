import { studioUrlOf } from '../../../schema/source-maps/studioUrl.ts';
import { createSourcesFetch, headersOf } from './createSourcesFetch.ts';
import { forgetPreviewSession, type PreviewSession, readPreviewSession } from './previewSession.ts';

interface PreviewFetchOptions {
  /** The address of the Studio, for links that open it outside of its Presentation tool. Default: the origin of the Studio that started the session. */
  readonly studioUrl?: string;
  /** Sends the requests. Default: the `fetch` of the browser. */
  readonly fetch?: typeof fetch;
}

const UNAUTHENTICATED = 401;
/** The headers of a caller with a key, which the session replaces. */
const KEY_HEADERS = ['authorization', 'x-api-key'];

/**
 * Creates the `fetch` of a GraphQL client, for example of Apollo's `HttpLink`. In the session of an editor, responses have drafts,
 * and texts have their sources as invisible characters, by which overlays find them in the page. Other readers' requests stay as
 * they are. Requests of a session that go to another origin reject: browsers send its cookie to this origin only.
 */
export const createPreviewFetch =
  ({ fetch: send = browserFetch, ...options }: PreviewFetchOptions = {}): typeof fetch =>
  async (input, init) => {
    const session = readPreviewSession();
    if (!session) return send(input, init);
    const response = await createSessionFetch(session, { ...options, fetch: send })(input, init);
    if (response.status !== UNAUTHENTICATED) return response;
    // The session was ended elsewhere.
    forgetPreviewSession();
    return send(input, init);
  };

/** Creates the `fetch` of a GraphQL client in a session (`createPreviewFetch`). */
export function createSessionFetch(
  session: PreviewSession,
  { studioUrl, fetch: send = browserFetch }: PreviewFetchOptions = {},
): typeof fetch {
  const sendInSession: typeof fetch = async (input, init) => {
    requireOwnOrigin(input);
    const headers = headersOf(input, init);
    for (const name of KEY_HEADERS) headers.delete(name);
    headers.set('x-preview', '1');
    return send(input, { ...init, headers });
  };
  const sessionStudio = studioUrlOf(session);
  if (sessionStudio === undefined) return sendInSession;
  return createSourcesFetch({ studioUrl: studioUrl ?? sessionStudio, fetch: sendInSession });
}

const browserFetch: typeof fetch = (input, init) => fetch(input, init);

/** @throws Error for an address of another origin */
function requireOwnOrigin(input: RequestInfo | URL): void {
  const { origin } = new URL(input instanceof Request ? input.url : input, location.href);
  if (origin === location.origin) return;
  throw new Error(
    `expected an address of ${location.origin} for a request in a preview, got one of ${origin}; let the site pass /graphql on to the gateway`,
  );
}
