import type { ContentConfig, MediaConfig, SearchConfig } from './config.ts';
import { type AccountConfigParser, ifDefined } from './configParser.ts';
import {
  baseUrl,
  languageCodes,
  milliseconds,
  onOrOff,
  patternFormat,
  privateKey,
  seconds,
  secret,
} from './formats.ts';

const PROJECT_ID = patternFormat('a project id of lower-case letters, digits and dashes', /^[a-z0-9-]+$/);
const DATASET = patternFormat(
  'a dataset name of lower-case letters, digits, dashes and underscores',
  /^~?[a-z0-9][a-z0-9_-]{0,63}$/,
);
const API_VERSION = patternFormat('a date such as 2025-02-19', /^\d{4}-\d{2}-\d{2}$/);
const APP_ID = patternFormat('an application id of letters and digits', /^[A-Za-z0-9]+$/);
const INDEX_PREFIX = patternFormat('letters, digits, dashes and underscores', /^[\w-]{1,64}$/);

/** Reads the Sanity account. */
export function readContentAccount({ optional, required }: AccountConfigParser): ContentConfig {
  return Object.freeze({
    projectId: required('SANITY_PROJECT_ID', PROJECT_ID),
    dataset: required('SANITY_DATASET', DATASET),
    apiVersion: optional('SANITY_API_VERSION', API_VERSION) ?? '2025-02-19',
    readToken: required('SANITY_READ_TOKEN', secret),
    ...ifDefined('writeToken', optional('SANITY_WRITE_TOKEN', secret)),
    ...ifDefined('managementToken', optional('SANITY_MANAGEMENT_TOKEN', secret)),
    ...ifDefined('webhookSecret', optional('SANITY_WEBHOOK_SECRET', secret)),
    ...ifDefined('apiHost', optional('SANITY_API_HOST', baseUrl)),
    usesCdn: optional('SANITY_USE_CDN', onOrOff) ?? false,
    timeoutMs: optional('SANITY_TIMEOUT_MS', milliseconds) ?? 1500,
  });
}

/** Reads the Mux account. */
export function readMediaAccount(parser: AccountConfigParser): MediaConfig {
  const { optional, required } = parser;
  return Object.freeze({
    tokenId: required('MUX_TOKEN_ID', secret),
    tokenSecret: required('MUX_TOKEN_SECRET', secret),
    ...ifDefined('webhookSecret', optional('MUX_WEBHOOK_SECRET', secret)),
    ...ifDefined('signingKey', readSigningKey(parser)),
    signedUrlMarginSeconds: optional('SIGNED_URL_MARGIN_SECONDS', seconds) ?? 1800,
    ...ifDefined('baseUrl', optional('MUX_BASE_URL', baseUrl)),
    streamUrl: optional('MUX_STREAM_URL', baseUrl) ?? 'https://stream.mux.com',
    imageUrl: optional('MUX_IMAGE_URL', baseUrl) ?? 'https://image.mux.com',
    timeoutMs: optional('MUX_TIMEOUT_MS', milliseconds) ?? 1500,
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
export function readSearchAccount({ optional, required }: AccountConfigParser): SearchConfig {
  return Object.freeze({
    appId: required('ALGOLIA_APP_ID', APP_ID),
    searchKey: required('ALGOLIA_SEARCH_KEY', secret),
    ...ifDefined('writeKey', optional('ALGOLIA_WRITE_KEY', secret)),
    indexPrefix: optional('ALGOLIA_INDEX_PREFIX', INDEX_PREFIX) ?? 'trivium',
    languages: optional('ALGOLIA_LANGUAGES', languageCodes) ?? ['en'],
    ...ifDefined('host', optional('ALGOLIA_HOST', baseUrl)),
    timeoutMs: optional('ALGOLIA_TIMEOUT_MS', milliseconds) ?? 800,
  });
}
