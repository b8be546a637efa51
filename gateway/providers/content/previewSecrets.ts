import type { SanityClient } from '@sanity/client';
import type { UpstreamCall } from '../../services/upstream/upstreamCall.ts';

/** What a valid secret of the Studio's Presentation tool tells. */
export interface PreviewSecret {
  /** The origin of the Studio; undefined if its document has none. */
  readonly studioOrigin: string | undefined;
}

/**
 * Checks the secret in the URL by which the Presentation tool enables previews.
 * @param url a path with its query string
 * @returns undefined for a secret that is unknown or older than an hour; that of a shared preview does not expire
 * @throws UpstreamError
 */
export type CheckPreviewUrl = (url: string, signal: AbortSignal) => Promise<PreviewSecret | undefined>;

/** Creates the check. Secrets are documents, which `client` reads with its token. */
export const createPreviewUrlCheck =
  (client: SanityClient, call: UpstreamCall): CheckPreviewUrl =>
  (url, signal) =>
    call(signal, async () => {
      // Most gateways never check one.
      const { validatePreviewUrl } = await import('@sanity/preview-url-secret');
      const { isValid, studioOrigin } = await validatePreviewUrl(client, url);
      return isValid ? { studioOrigin: readOrigin(studioOrigin) } : undefined;
    });

/** An origin of one site. A host of a URL can have other characters, which mean more in a Content-Security-Policy: `*`, `;` and `,`. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** Returns the origin of a web page; undefined for other URLs. */
const readOrigin = (text: string | undefined): string | undefined => {
  const { origin = '' } = URL.parse(text ?? '') ?? {};
  return ORIGIN.test(origin) ? origin : undefined;
};
