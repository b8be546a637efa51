import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { createUpstreamFetch } from '../wire/upstreamFetch.ts';

/** Milliseconds after which the provider's keys are asked for again, in passing. */
const REFRESH = 600_000;
/** Milliseconds for which they are used when the provider does not answer. */
const OUTAGE = 24 * 3_600_000;
/** Milliseconds between two attempts while it answers, and after it has not. */
const REST = 30_000;
const AFTER_FAILURE = 3_000;
/** Milliseconds an answer may take. */
const PATIENCE = 3_000;
/** Bytes of the provider's configuration, and of its keys, which are a kilobyte each. */
const LARGEST_ANSWER = 256 * 1024;

const fetchTold = createUpstreamFetch({ bytes: LARGEST_ANSWER, ms: PATIENCE });

/** The provider of identities does not answer, and nothing that it has said before helps. */
export class IdentitiesUnavailable extends Error {
  override readonly name = 'IdentitiesUnavailable';
}

/**
 * The keys a provider of identities signs with, from its JWKS, as `jwtVerify` asks for them. They are renewed without
 * anybody waiting, and last through a day in which it does not answer; a key it has not told of is asked for at most
 * every half minute.
 * @param jwksUrl where they are; found by OpenID Connect Discovery 1.0, section 4, unless given
 */
export function createIdentityKeys(
  issuer: string,
  jwksUrl: string | undefined,
  onTrouble: (error: unknown) => void,
): JWTVerifyGetKey {
  let remote: ReturnType<typeof createRemoteJWKSet> | undefined;
  let opening: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  let renewedAt = 0;
  let failedAt = 0;

  const rests = () => Date.now() - failedAt < AFTER_FAILURE;
  const open = async () => {
    const url = jwksUrl ?? (await discover(issuer));
    const keys = createRemoteJWKSet(new URL(url), {
      cacheMaxAge: OUTAGE,
      cooldownDuration: REST,
      timeoutDuration: PATIENCE,
      [customFetch]: fetchTold,
    });
    await keys.reload();
    renewedAt = Date.now();
    remote = keys;
    return keys;
  };
  const opened = async () => {
    if (remote) return remote;
    if (rests()) throw new IdentitiesUnavailable('expected it to answer again');
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  };
  const renew = (keys: ReturnType<typeof createRemoteJWKSet>) => {
    if (Date.now() - renewedAt < REFRESH || keys.reloading) return;
    // Once more only after the rest, whether or not it answers.
    renewedAt = Date.now() - REFRESH + REST;
    keys.reload().then(() => {
      renewedAt = Date.now();
    }, onTrouble);
  };

  return async (header, token) => {
    try {
      const keys = await opened();
      renew(keys);
      const known = rests() ? keys.jwks() : undefined;
      return await (known ? createLocalJWKSet(known)(header, token) : keys(header, token));
    } catch (error) {
      if (isNoMatch(error)) throw error;
      if (!(error instanceof IdentitiesUnavailable)) {
        failedAt = Date.now();
        onTrouble(error);
      }
      throw new IdentitiesUnavailable('expected the keys of the provider of identities', { cause: error });
    }
  };
}

const isNoMatch = (error: unknown) =>
  error instanceof Error &&
  /^ERR_JWKS_(NO_MATCHING_KEY|MULTIPLE_MATCHING_KEYS)$/.test(String('code' in error && error.code));

async function discover(issuer: string): Promise<string> {
  const answer = await fetchTold(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const told = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (told.issuer !== issuer || typeof told.jwks_uri !== 'string' || !URL.canParse(told.jwks_uri))
    throw new Error(`expected the configuration of ${issuer} with a jwks_uri, got that of ${told.issuer}`);
  return told.jwks_uri;
}
