import { invalid } from './apiError.ts';

/**
 * How long an asset or a track made from a url stays `preparing`, in milliseconds.
 * The twin reaches no network, so what should be fetched ends as `errored`, the way the provider ends
 * an input that it cannot download.
 */
export const INGEST_MS = 1500;

/** What is said of an input that could not be fetched. */
export const UNREACHABLE = {
  type: 'download_failed',
  messages: ['The input could not be downloaded: this twin fetches nothing from the network.'],
};

const SCHEMES = ['http:', 'https:', 's3:', 'gs:', 'mux:'];

/** @throws ApiError 400 when `url` is none that the provider would try to fetch */
export function checkedUrl(url: unknown, at: string): string {
  if (typeof url !== 'string' || url === '') throw invalid(`${at} is required`);
  if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol))
    throw invalid(`${at} is not a url with one of the schemes ${SCHEMES.join(' ')}`);
  return url;
}
