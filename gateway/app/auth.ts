import type { Logger } from 'pino';
import type { AccessConfig } from '../config/config.ts';
import { anonymousCaller } from '../core/context.ts';
import type { Locales } from '../core/locales.ts';
import { type ApiKeys, createApiKeys } from '../services/auth/apiKeys.ts';
import type { AuditLog } from '../services/auth/auditLog.ts';
import { auditEntry } from '../services/auth/auditLog.ts';
import { authUnavailable } from '../services/auth/authErrors.ts';
import { type Authenticator, createAuthenticator } from '../services/auth/authenticate.ts';
import { createJwks } from '../services/auth/jwks.ts';
import { type KeyStore, reportOutages } from '../services/auth/keyStore.ts';
import { createOidcUsers } from '../services/auth/oidc.ts';
import { createPreviews, type Previews, type StoredPreview } from '../services/auth/previews.ts';
import { createSharedSecretCheck } from '../services/auth/sharedPreviews.ts';
import type { RateLimiter } from '../services/rateLimit/rateLimiter.ts';

interface AuthOptions {
  readonly config: AccessConfig;
  readonly keys: KeyStore;
  readonly previews: KeyStore<StoredPreview>;
  readonly audit: AuditLog;
  /** The languages of `X-Locale`; undefined if responses do not depend on them. */
  readonly locales: Locales | undefined;
  readonly rateLimiter: RateLimiter;
  /** Returns the public origin, once the server listens. */
  origin(): string;
  /** Reads the secret of the Studio's shared previews. */
  readSharedSecret(): Promise<string | undefined>;
  readonly log: Logger;
  /** An entry could not be written; the log has it. */
  onAuditLost(): void;
}

/** Creates the API keys, the previews and the authenticator of a gateway. */
export function createAuth({
  config: { allowsAnonymous: isAnonymousAllowed, oidc },
  keys: storedKeys,
  previews: storedPreviews,
  audit,
  locales,
  rateLimiter,
  origin,
  readSharedSecret,
  log,
  onAuditLost,
}: AuthOptions): {
  readonly apiKeys: ApiKeys;
  readonly previews: Previews;
  readonly authenticator: Authenticator;
} {
  const reportOutage =
    (subject: 'keys' | 'previews') =>
    (error: unknown): never => {
      log.warn({ err: error }, `${subject} cannot be checked or changed: requests with one get 503`);
      throw authUnavailable(subject, error);
    };
  const keys = reportOutages(storedKeys, reportOutage('keys'));
  const apiKeys = createApiKeys(keys);
  const isSharedSecret = createSharedSecretCheck(readSharedSecret);
  const previews = createPreviews({
    previews: reportOutages(storedPreviews, reportOutage('previews')),
    keys,
    isSharedSecret: (digest) => isSharedSecret(digest).catch(reportOutage('previews')),
  });
  const oidcUsers =
    oidc &&
    createOidcUsers({
      oidc,
      keys: createJwks(oidc.issuer, (error) => log.warn({ err: error }, 'the OIDC provider is unreachable')),
      onFirstUse({ name, scopes }, address) {
        const act = { action: 'editor.login', subject: name, detail: { scopes } } as const;
        audit
          .append(auditEntry({ kind: 'editor', name, address }, Date.now(), act))
          .catch((error: unknown) => {
            onAuditLost();
            log.error({ err: error, ...act }, 'the audit log could not be written');
          });
      },
    });
  const authenticator = createAuthenticator({
    apiKeys,
    previews,
    oidcUsers,
    isAnonymousAllowed,
    locales,
    origin,
    async chargeAddress(address, points) {
      const caller = anonymousCaller(address);
      const charge = await rateLimiter.charge(caller, points);
      return charge && !charge.isGranted ? charge.waitSeconds : undefined;
    },
    onKeyRejected: (rejection) => log.info(rejection, 'an API key was rejected'),
  });
  return { apiKeys, previews, authenticator };
}
