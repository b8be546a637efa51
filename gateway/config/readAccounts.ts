import type { ContentConfig, MediaConfig, SearchConfig } from './config.ts';
import { languageCodes, named, privateKey, secret } from './formats.ts';
import { type ConfigReader, given } from './reader.ts';

const PROJECT_ID = named('a project id of small letters, digits and dashes', /^[a-z0-9-]+$/);
const DATASET = named(
  'a dataset name of small letters, digits, dashes and underscores',
  /^~?[a-z0-9][a-z0-9_-]{0,63}$/,
);
const API_VERSION = named('a date such as 2025-02-19', /^\d{4}-\d{2}-\d{2}$/);
const APP_ID = named('an application id of letters and digits', /^[A-Za-z0-9]+$/);
const INDEX_PREFIX = named('letters, digits, dashes and underscores', /^[\w-]{1,64}$/);

/** Reads the account with Sanity. */
export function readContentAccount({ optional, required, url }: ConfigReader): ContentConfig {
  return Object.freeze({
    projectId: required('SANITY_PROJECT_ID', PROJECT_ID),
    dataset: required('SANITY_DATASET', DATASET),
    apiVersion: optional('SANITY_API_VERSION', API_VERSION) ?? '2025-02-19',
    readToken: required('SANITY_READ_TOKEN', secret),
    ...given('writeToken', optional('SANITY_WRITE_TOKEN', secret)),
    ...given('webhookSecret', optional('SANITY_WEBHOOK_SECRET', secret)),
    ...given('apiHost', url('SANITY_API_HOST')),
  });
}

/** Reads the account with Mux. */
export function readMediaAccount(reader: ConfigReader): MediaConfig {
  const { optional, required, url } = reader;
  return Object.freeze({
    tokenId: required('MUX_TOKEN_ID', secret),
    tokenSecret: required('MUX_TOKEN_SECRET', secret),
    ...given('webhookSecret', optional('MUX_WEBHOOK_SECRET', secret)),
    ...given('signingKey', readSigningKey(reader)),
    ...given('baseUrl', url('MUX_BASE_URL')),
    streamUrl: url('MUX_STREAM_URL') ?? 'https://stream.mux.com',
    imageUrl: url('MUX_IMAGE_URL') ?? 'https://image.mux.com',
  });
}

/** Half a key signs nothing: with one of its variables, both are required. */
function readSigningKey({ isThere, required }: ConfigReader): MediaConfig['signingKey'] {
  if (!isThere('MUX_SIGNING_KEY') && !isThere('MUX_PRIVATE_KEY')) return undefined;
  return Object.freeze({
    id: required('MUX_SIGNING_KEY', secret),
    privateKey: required('MUX_PRIVATE_KEY', privateKey),
  });
}

/** Reads the account with Algolia. */
export function readSearchAccount({ optional, required, url }: ConfigReader): SearchConfig {
  return Object.freeze({
    appId: required('ALGOLIA_APP_ID', APP_ID),
    searchKey: required('ALGOLIA_SEARCH_KEY', secret),
    ...given('writeKey', optional('ALGOLIA_WRITE_KEY', secret)),
    indexPrefix: optional('ALGOLIA_INDEX_PREFIX', INDEX_PREFIX) ?? 'trivium',
    languages: (optional('ALGOLIA_LANGUAGES', languageCodes) ?? 'en').split(','),
    ...given('host', url('ALGOLIA_HOST')),
  });
}
