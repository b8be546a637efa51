/**
 * What replaces the settings that this release removed, by their names. Each is an error, because a gateway that ignores it could be
 * more open. The table is removed with the next release.
 */
export const REMOVED: Readonly<Record<string, string>> = {
  DEV_APP_PORT: 'remove it: the port is PORT + 1173',
  EMULATOR_CONTENT_PORT: 'rename it to EMULATOR_PORT',
  EMULATOR_MEDIA_PORT: 'remove it: the port is EMULATOR_PORT + 1',
  EMULATOR_SEARCH_PORT: 'remove it: the port is EMULATOR_PORT + 2',
  EMULATOR_CONTENT_WEBHOOK_URL: 'remove it: webhooks go to the gateway on PORT',
  EMULATOR_MEDIA_WEBHOOK_URL: 'remove it: webhooks go to the gateway on PORT',
  EMULATOR_ORIGINS: 'set PUBLIC_URL to the address of the app',
  MUX_BASE_URL: 'rename it to MUX_HOST',
  MUX_STREAM_URL: 'set MUX_HOST, such as media.example.org for stream.media.example.org',
  MUX_IMAGE_URL: 'set MUX_HOST, such as media.example.org for image.media.example.org',
  ALGOLIA_TIMEOUT_MS: 'set OPERATION_TIMEOUT_SECONDS: a search has 0.16 of it',
  GRAPHQL_STATUS: 'remove it: statuses follow GraphQL over HTTP, September 2026',
  LOG_REQUESTS: 'set LOG_LEVEL=debug to log requests in development, or warn to log none in production',
  MAX_DUPLICATE_FIELDS: 'remove it: it is 100, and trusted documents have no such limit',
  MAX_EVENT_LOOP_DELAY_MS: 'rename it to LOAD_SHEDDING_DELAY_MS',
  MAX_RESPONSE_MB: 'remove it: it is 4',
  MAX_SUBSCRIPTION_CONNECTIONS_PER_ADDRESS:
    'set MAX_SUBSCRIPTION_CONNECTIONS: an address can have a hundredth of it',
  MAX_SUBSCRIPTION_CONNECTIONS_PER_KEY: 'set MAX_SUBSCRIPTION_CONNECTIONS: a key can have a tenth of it',
  MAX_THREAD_POOL_DELAY_MS: 'set LOAD_SHEDDING_DELAY_MS',
  MCP_MUTATIONS: 'remove it: the operations of the folder can be mutations',
  MCP_OPERATIONS_DIR: 'put the operations into the folder operations of SCHEMA_DIR',
  MUX_TIMEOUT_MS: 'set OPERATION_TIMEOUT_SECONDS: a call has 0.3 of it',
  OIDC_JWKS_URL: 'remove it: the discovery document of OIDC_ISSUER names it',
  OIDC_ROLES: 'add the roles to OIDC_SCOPES: OIDC_SCOPES=groups editor=read:drafts',
  OIDC_SCOPES_CLAIM: 'rename it to OIDC_SCOPES',
  RATE_LIMIT_CONTENT_CALLS: 'set RATE_LIMIT_CALLS=content.total=2000/400',
  RATE_LIMIT_MEDIA_CALLS: 'set RATE_LIMIT_CALLS=media.total=2000/400',
  RATE_LIMIT_SEARCH_CALLS: 'set RATE_LIMIT_CALLS=search.anonymous=1000/200,search.key=4000/800',
  SANITY_TIMEOUT_MS: 'set OPERATION_TIMEOUT_SECONDS: a call has 0.3 of it',
  SANITY_API_VERSION: 'remove it: it is the version with which the gateway is tested',
  SIGNED_URL_MARGIN_SECONDS: 'remove it: it is 1800',
  TRUSTED_DOCUMENTS: 'set ANONYMOUS_ACCESS=trusted for on, and remove it for off',
  TRUSTED_DOCUMENTS_DIR: 'put the manifests into the folder trusted-documents of SCHEMA_DIR',
};

/** Removed settings with names that other programs use too. A value of this form is one of the setting, and a warning. */
export const REMOVED_COMMON: Readonly<
  Record<string, { readonly values: RegExp; readonly replacement: string }>
> = {
  APP: { values: /^(auto|on|reader|off)$/, replacement: 'name app, reader, both or neither in SITES' },
  MCP: { values: /^(on|off)$/, replacement: 'name mcp in SITES, or leave it out' },
};
