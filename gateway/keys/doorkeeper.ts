import type { IncomingHttpHeaders } from 'node:http';
import { type Audience, type Caller, EVERYBODY, PUBLISHED } from '../context.ts';
import { areHeld, heldScopes, type Scope } from '../scopes/scopes.ts';
import type { Editors } from './editors.ts';
import { accountOfKey, nameOfKey } from './giving.ts';
import type { KeyRing } from './keyRing.ts';
import type { Refusal } from './opening.ts';
import { forbidden, Refused, unauthenticated, unavailable } from './refusals.ts';
import { claimedId } from './token.ts';

/** What is known of a request before anything is done for it; a socket's first message may stand in for headers. */
export interface Knock {
  /** By names in small letters. */
  readonly headers: Readonly<Pick<IncomingHttpHeaders, 'authorization' | 'origin'>> &
    Readonly<Record<string, unknown>>;
  /** The network address it came from. */
  readonly address: string;
}

/** Somebody who is let in. */
export interface Visitor {
  readonly audience: Audience;
  readonly caller: Caller;
}

export interface Doorkeeper {
  /**
   * Tells who asks, by `Authorization: Bearer` or `X-Api-Key`, and for what, by `X-Perspective`.
   * A visitor who stays should be admitted anew every second, for keys are revoked.
   * @throws GraphQLError `UNAUTHENTICATED`, `FORBIDDEN`, `BAD_USER_INPUT` or `ACCESS_UNAVAILABLE`, with the status
   * of the whole answer
   */
  admit(knock: Knock): Promise<Visitor>;
}

interface DoorkeeperOptions {
  readonly ring: KeyRing;
  /** Undefined where the deployment has no provider of identities. */
  readonly editors: Editors | undefined;
  /** Whether what is published may be read without a key. */
  readonly anonymous: boolean;
  /** Hears of keys that open nothing; the secret is not among it. */
  onRefused(told: {
    readonly reason: string;
    /** The id of the key that it claims to be. */
    readonly key: string | undefined;
    readonly address: string;
  }): void;
  /** Hears of what kept a key from being looked up. */
  onTrouble(error: unknown): void;
}

/** Beside these, the name of a release: `r` and letters and digits, as the content service names them; never `raw`. */
const PERSPECTIVES: readonly string[] = [PUBLISHED, 'drafts'];
const RELEASE = /^r(?!aw$)[A-Za-z0-9]{1,62}$/;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  mistyped: 'expected a key as it was given out, got one that is cut or mistyped; copy it again',
  unknown: 'expected a key that is live, got one that opens nothing; it may have been revoked',
  replaced: 'expected the newest secret of this key, got one that has been replaced; use the new one',
  orphaned:
    'expected a key that is live, got one that was made by a key that has been revoked; ask for a new one',
  expired: 'expected a key that is live, got one that has expired; ask for a new one',
  origin: 'expected a request from an origin this key is bound to, got another or none',
};

/** Puts the ways in together. */
export function createDoorkeeper({
  ring,
  editors,
  anonymous,
  onRefused,
  onTrouble,
}: DoorkeeperOptions): Doorkeeper {
  const identify = async ({
    headers,
    address,
  }: Knock): Promise<Visitor['caller'] & { scopes: readonly Scope[] }> => {
    const credential = credentialOf(headers);
    if (credential === undefined) {
      if (!anonymous) throw unauthenticated('expected a key in Authorization or X-Api-Key, got none');
      return { kind: 'anonymous', name: 'anonymous', address, scopes: [] };
    }
    if (!credential.startsWith('tv_')) {
      if (!editors) throw unauthenticated(REFUSALS.mistyped, 'invalid_token');
      return { kind: 'editor', address, ...(await editors.recognise(credential, address)) };
    }
    const key = await ring.open(credential, headers.origin).catch((error: unknown) => {
      onTrouble(error);
      throw unavailable('keys', error);
    });
    if (typeof key !== 'string')
      return {
        kind: 'key',
        name: nameOfKey(key.id),
        account: accountOfKey(key),
        address,
        scopes: key.scopes,
      };
    onRefused({ reason: key, key: claimedId(credential), address });
    throw key === 'origin' ? forbidden(REFUSALS.origin) : unauthenticated(REFUSALS[key], 'invalid_token');
  };

  return {
    async admit(knock) {
      const { scopes: granted, ...caller } = await identify(knock);
      // A key never allows less than none would.
      const scopes = heldScopes([...granted, ...(anonymous ? EVERYBODY.scopes : [])]);
      const perspective = perspectiveOf(knock.headers);
      if (perspective !== PUBLISHED && !areHeld([['read:drafts']], scopes))
        throw forbidden(
          'X-Perspective: expected a key with the scope read:drafts for anything but what is published, got one without it, or none',
        );
      return Object.freeze({
        audience: Object.freeze({ perspective, scopes }),
        caller: Object.freeze(caller),
      });
    },
  };
}

/** The key or token of a request; other schemes of `Authorization` belong to whoever stands in front. */
function credentialOf(headers: Knock['headers']): string | undefined {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (bearer === undefined && /^(Bearer\b|tv_)/i.test(authorization ?? ''))
    throw unauthenticated('expected `Authorization: Bearer <key>`, got it in another form');
  if (apiKey === undefined) return bearer;
  if (typeof apiKey !== 'string' || !apiKey.startsWith('tv_') || (bearer !== undefined && bearer !== apiKey))
    throw unauthenticated('expected one key, in Authorization or in X-Api-Key, got something else');
  return apiKey;
}

function perspectiveOf(headers: Knock['headers']): string {
  const asked = headers['x-perspective'] ?? PUBLISHED;
  if (typeof asked === 'string' && (PERSPECTIVES.includes(asked) || RELEASE.test(asked))) return asked;
  throw badRequest(
    `X-Perspective: expected ${PERSPECTIVES.join(', ')} or the name of a release, got ${JSON.stringify(String(asked).slice(0, 40))}`,
  );
}

const badRequest = (message: string) => new Refused(400, 'BAD_USER_INPUT', message);
