import type { ContentConfig, MediaConfig, SearchConfig } from './config.ts';
import { type AccountConfigParser, ifDefined } from './configParser.ts';
import {
  baseUrl,
  type Format,
  languageCodes,
  onOrOff,
  patternFormat,
  privateKey,
  secret,
} from './formats.ts';

const PROJECT_ID = patternFormat('a project id of lower-case letters, digits and dashes', /^[a-z0-9-]+$/);
const DATASET = patternFormat(
  'a dataset name of lower-case letters, digits, dashes and underscores',
  /^~?[a-z0-9][a-z0-9_-]{0,63}$/,
);
const APP_ID = patternFormat('an application id of letters and digits', /^[A-Za-z0-9]+$/);
const INDEX_PREFIX = patternFormat('letters, digits, dashes and underscores', /^[\w-]{1,64}$/);

/**
 * The shares of an operation's time that a call may take, as an operation can need several calls in turn. A search has the content
 * service as its fallback.
 */
const CONTENT_TIME_SHARE = 0.3;
const MEDIA_TIME_SHARE = 0.3;
const SEARCH_TIME_SHARE = 0.16;
/** The version of Sanity's API with which the gateway is tested. */
const SANITY_API_VERSION = '2025-02-19';
/** A longer margin means that a copied URL works longer. */
const SIGNED_URL_MARGIN_SECONDS = 1800;

/** The addresses of the API, the streams and the images of Mux. */
type MuxUrls = Pick<MediaConfig, 'baseUrl' | 'streamUrl' | 'imageUrl'>;

/** Returns the addresses at a custom domain of Mux, whose API has none. */
const muxDomain = (domain: string): MuxUrls => ({
  streamUrl: `https://stream.${domain}`,
  imageUrl: `https://image.${domain}`,
});

const muxHost: Format<MuxUrls> = {
  ...baseUrl,
  expected: 'a custom domain such as media.example.org, or the URL of another host with the API of Mux',
  parse(value) {
    // An IP address has no subdomains.
    if (/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(value) && URL.canParse(muxDomain(value).streamUrl))
      return muxDomain(value);
    const url = baseUrl.parse(value);
    return url === undefined ? undefined : { baseUrl: url, streamUrl: url, imageUrl: url };
  },
};

/** Reads the Sanity account. */
export function readContentAccount(
  { optional, required }: AccountConfigParser,
  operationTimeoutMs: number,
): ContentConfig {
  return Object.freeze({
    projectId: required('SANITY_PROJECT_ID', PROJECT_ID),
    dataset: required('SANITY_DATASET', DATASET),
    apiVersion: SANITY_API_VERSION,
    readToken: required('SANITY_READ_TOKEN', secret),
    ...ifDefined('writeToken', optional('SANITY_WRITE_TOKEN', secret)),
    ...ifDefined('managementToken', optional('SANITY_MANAGEMENT_TOKEN', secret)),
    ...ifDefined('webhookSecret', optional('SANITY_WEBHOOK_SECRET', secret)),
    ...ifDefined('apiHost', optional('SANITY_API_HOST', baseUrl)),
    usesCdn: optional('SANITY_USE_CDN', onOrOff) ?? false,
    timeoutMs: CONTENT_TIME_SHARE * operationTimeoutMs,
  });
}

/** Reads the Mux account. */
export function readMediaAccount(parser: AccountConfigParser, operationTimeoutMs: number): MediaConfig {
  const { optional, required } = parser;
  return Object.freeze({
    tokenId: required('MUX_TOKEN_ID', secret),
    tokenSecret: required('MUX_TOKEN_SECRET', secret),
    ...ifDefined('webhookSecret', optional('MUX_WEBHOOK_SECRET', secret)),
    ...ifDefined('signingKey', readSigningKey(parser)),
    signedUrlMarginSeconds: SIGNED_URL_MARGIN_SECONDS,
    ...(optional('MUX_HOST', muxHost) ?? muxDomain('mux.com')),
    timeoutMs: MEDIA_TIME_SHARE * operationTimeoutMs,
  });
}

/** Reads the signing key. If one of its two variables is set, the other is required. */
function readSigningKey({ isSet, required }: AccountConfigParser): MediaConfig['signingKey'] {
  if (!isSet('MUX_SIGNING_KEY', secret) && !isSet('MUX_PRIVATE_KEY', privateKey)) return undefined;
  return Object.freeze({
    id: required('MUX_SIGNING_KEY', secret),
    privateKey: required('MUX_PRIVATE_KEY', privateKey),
  });
}

/** Reads the Algolia account. */
export function readSearchAccount(
  { optional, required }: AccountConfigParser,
  operationTimeoutMs: number,
): SearchConfig {
  return Object.freeze({
    appId: required('ALGOLIA_APP_ID', APP_ID),
    searchKey: required('ALGOLIA_SEARCH_KEY', secret),
    ...ifDefined('writeKey', optional('ALGOLIA_WRITE_KEY', secret)),
    indexPrefix: optional('ALGOLIA_INDEX_PREFIX', INDEX_PREFIX) ?? 'trivium',
    languages: optional('ALGOLIA_LANGUAGES', languageCodes) ?? ['en'],
    ...ifDefined('host', optional('ALGOLIA_HOST', baseUrl)),
    timeoutMs: SEARCH_TIME_SHARE * operationTimeoutMs,
  });
}
