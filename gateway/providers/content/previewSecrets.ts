import type { SanityClient } from '@sanity/client';
import { NEVER_ABORTED } from '../../services/scheduling/deadline.ts';
import type { UpstreamCall } from '../../services/upstream/upstreamCall.ts';

/** What a valid secret of the Studio's Presentation tool tells. */
export interface PreviewSecret {
  /** The origin of the Studio; undefined if its document has none. */
  readonly studioOrigin: string | undefined;
  /** The secret itself if it is for shared previews, which works until sharing is turned off; undefined for an editor's secret. */
  readonly sharedSecret: string | undefined;
}

/**
 * Checks the secret in the URL by which the Presentation tool enables previews.
 * @param url a path with its query string
 * @returns undefined for a secret that is unknown or older than an hour; the secret of a shared preview does not expire
 * @throws UpstreamError
 */
export type CheckPreviewUrl = (url: string, signal: AbortSignal) => Promise<PreviewSecret | undefined>;

/** Creates the check. Secrets are documents, which `client` reads with its token. */
export const createPreviewUrlCheck =
  (client: SanityClient, call: UpstreamCall): CheckPreviewUrl =>
  (url, signal) =>
    call(signal, async () => {
      // Most gateways never check one.
      const { urlSearchParamPreviewSecret, validatePreviewUrl } = await import('@sanity/preview-url-secret');
      // Read first: a shared secret that is removed in the meantime is then no valid one, and not taken for an editor's.
      const shared = await readSharedSecret(client);
      const { isValid, studioOrigin } = await validatePreviewUrl(client, url);
      if (!isValid) return undefined;
      const secret = new URL(url, 'http://site.invalid').searchParams.get(urlSearchParamPreviewSecret);
      return { studioOrigin: readOrigin(studioOrigin), sharedSecret: secret === shared ? shared : undefined };
    });

/** Reads the secret of the Studio's shared previews; undefined while sharing is off. @throws UpstreamError */
export type ReadSharedSecret = () => Promise<string | undefined>;

/** Creates the function that reads the secret of shared previews. */
export const createSharedSecretReader =
  (client: SanityClient, call: UpstreamCall): ReadSharedSecret =>
  () =>
    call(NEVER_ABORTED, () => readSharedSecret(client));

async function readSharedSecret(client: SanityClient): Promise<string | undefined> {
  const { apiVersion, fetchSharedAccessQuery } = await import('@sanity/preview-url-secret/constants');
  const secret: unknown = await client
    .withConfig({ apiVersion, perspective: 'raw', useCdn: false })
    .fetch(fetchSharedAccessQuery);
  return typeof secret === 'string' && secret !== '' ? secret : undefined;
}

/** An origin of one site. A host of a URL can have other characters, which mean more in a Content-Security-Policy: `*`, `;` and `,`. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** Returns the origin of a web page; undefined for other URLs. */
const readOrigin = (text: string | undefined): string | undefined => {
  const { origin = '' } = URL.parse(text ?? '') ?? {};
  return ORIGIN.test(origin) ? origin : undefined;
};
