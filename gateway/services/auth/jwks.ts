import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { createSingleFlight } from '../scheduling/singleFlight.ts';
import { createUpstreamFetch } from '../upstream/upstreamFetch.ts';

/** Milliseconds after which the keys are refreshed in the background. */
const REFRESH_INTERVAL_MS = 600_000;
/** Milliseconds for which cached keys are used while the provider does not respond. */
const MAX_OUTAGE_MS = 24 * 3_600_000;
/** Minimum milliseconds between two requests for the keys, and after a failed one. */
const COOLDOWN_MS = 30_000;
const FAILURE_BACKOFF_MS = 3_000;
const REQUEST_TIMEOUT_MS = 3_000;
/** Limit for the discovery document and for the keys, which take about 1 kB each. */
const MAX_RESPONSE_BYTES = 256 * 1024;

const fetchJson = createUpstreamFetch({ maxBytes: MAX_RESPONSE_BYTES, timeoutMs: REQUEST_TIMEOUT_MS });

/** The OIDC provider does not respond, and no cached key matches. */
export class JwksUnavailable extends Error {
  override readonly name = 'JwksUnavailable';
}

/**
 * Creates the key lookup of an OIDC provider for `jwtVerify`. The keys are refreshed in the background, and used for a
 * day while the provider does not respond. An unknown key id causes at most one request per `COOLDOWN_MS`.
 */
export function createJwks(issuer: string, onError: (error: unknown) => void): JWTVerifyGetKey {
  let remote: ReturnType<typeof createRemoteJWKSet> | undefined;
  const opening = createSingleFlight<string, ReturnType<typeof createRemoteJWKSet>>();
  let refreshedAt = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  const isBackingOff = () => performance.now() - failedAt < FAILURE_BACKOFF_MS;
  const open = async () => {
    const url = await discover(issuer);
    const keys = createRemoteJWKSet(new URL(url), {
      cacheMaxAge: MAX_OUTAGE_MS,
      cooldownDuration: COOLDOWN_MS,
      timeoutDuration: REQUEST_TIMEOUT_MS,
      [customFetch]: fetchJson,
    });
    await keys.reload();
    refreshedAt = performance.now();
    remote = keys;
    return keys;
  };
  const getRemote = async () => {
    if (remote) return remote;
    if (isBackingOff()) throw new JwksUnavailable('the OIDC provider did not respond a moment ago');
    return opening.run(issuer, open);
  };
  const refresh = (keys: ReturnType<typeof createRemoteJWKSet>) => {
    if (performance.now() - refreshedAt < REFRESH_INTERVAL_MS || keys.reloading) return;
    // Also delays the next attempt when this attempt fails.
    refreshedAt = performance.now() - REFRESH_INTERVAL_MS + COOLDOWN_MS;
    keys.reload().then(() => {
      refreshedAt = performance.now();
    }, onError);
  };

  return async (header, token) => {
    try {
      const keys = await getRemote();
      refresh(keys);
      const cached = isBackingOff() ? keys.jwks() : undefined;
      return await (cached ? createLocalJWKSet(cached)(header, token) : keys(header, token));
    } catch (error) {
      if (isNoMatch(error)) throw error;
      if (!(error instanceof JwksUnavailable)) {
        failedAt = performance.now();
        onError(error);
      }
      throw new JwksUnavailable('the signing keys of the OIDC provider are unavailable', { cause: error });
    }
  };
}

const isNoMatch = (error: unknown) =>
  error instanceof Error &&
  /^ERR_JWKS_(NO_MATCHING_KEY|MULTIPLE_MATCHING_KEYS)$/.test(String('code' in error && error.code));

async function discover(issuer: string): Promise<string> {
  const response = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const configuration = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (
    configuration.issuer !== issuer ||
    typeof configuration.jwks_uri !== 'string' ||
    !URL.canParse(configuration.jwks_uri)
  )
    throw new Error(
      `expected the configuration of ${issuer} with a jwks_uri, got the configuration of ${configuration.issuer}`,
    );
  return configuration.jwks_uri;
}
