import type { Logger } from 'pino';
import type { AccessConfig } from '../configuration/config.ts';
import type { AuditLog } from './audit.ts';
import { actOf } from './audit.ts';
import { createDoorkeeper, type Doorkeeper } from './doorkeeper.ts';
import { createEditors } from './editors.ts';
import { createIdentityKeys } from './identityKeys.ts';
import { createKeyRing, type KeyRing } from './keyRing.ts';
import type { KeyStore } from './keyStore.ts';

interface AccessOptions {
  readonly config: AccessConfig;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  readonly log: Logger;
  /** An entry could not be written; the log has it. */
  onAuditLost(): void;
}

/** Puts together who is let in, and who gives out keys. */
export function createAccess({ config: { anonymous, oidc }, keys, audit, log, onAuditLost }: AccessOptions): {
  readonly ring: KeyRing;
  readonly doorkeeper: Doorkeeper;
} {
  const ring = createKeyRing(keys);
  const editors =
    oidc &&
    createEditors({
      oidc,
      keys: createIdentityKeys(oidc.issuer, oidc.jwksUrl, (error) =>
        log.warn({ err: error }, 'the provider of identities is away'),
      ),
      onEntered({ name, scopes }, address) {
        const act = { action: 'editor.enter', subject: name, detail: { scopes } } as const;
        audit.note(actOf({ kind: 'editor', name, address }, Date.now(), act)).catch((error: unknown) => {
          onAuditLost();
          log.error({ err: error, ...act }, 'the audit log could not be written');
        });
      },
    });
  const doorkeeper = createDoorkeeper({
    ring,
    editors,
    anonymous,
    onTrouble: (error) => log.warn({ err: error }, 'keys cannot be looked up'),
    onRefused: (told) => log.info(told, 'a key was refused'),
  });
  return { ring, doorkeeper };
}
