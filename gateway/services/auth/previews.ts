import type { GraphQLError } from 'graphql';
import { ipv6SiteOf, networkOf } from '../../core/clientAddress.ts';
import { inputError } from '../../core/errors.ts';
import type { PreviewInfo } from '../../core/previewInfo.ts';
import { readSitePath } from '../../core/sitePath.ts';
import { createAdminLimits } from './adminLimits.ts';
import { auditEntry } from './auditLog.ts';
import { forbidden } from './authErrors.ts';
import { createHourlyLimit } from './hourlyLimit.ts';
import { type KeyAdmin, loadOwnKey, OPERATOR } from './keyAdmin.ts';
import { isActive, isPast } from './keyRejection.ts';
import { changeRecord, type KeyStore, type StoredKey, type StoredRecord } from './keyStore.ts';
import { hasKeyInUrl } from './keysInUrls.ts';
import { isPerspective } from './perspective.ts';
import { readPreviewCookie } from './previewCookie.ts';
import { digestOfSecret, type IsSharedSecret } from './sharedPreviews.ts';
import { createPreviewToken, equalDigests, newKeyId, parsePreviewToken } from './token.ts';

/** A preview as stored. */
export interface StoredPreview extends StoredRecord, PreviewInfo {
  /** SHA-256 of its token, in base64url. */
  readonly digest: string;
  /** `digestOfSecret` of the shared secret that has started the session; undefined for other previews. */
  readonly sharedSecretDigest?: string;
}

/** A preview with its token, which is not stored. */
export interface NewPreview {
  readonly preview: PreviewInfo;
  readonly token: string;
}

/** The properties of a new link. */
export interface PreviewLinkInput {
  /** A path of this site, with its query string. */
  readonly path: string;
  readonly perspective: string;
  /** Milliseconds since 1970; by default in a week. */
  readonly expiresAt?: number | undefined;
}

/** Starts, checks and ends previews: sessions of editors, and links to one page. Each function throws the failures of the store. */
export interface Previews {
  /**
   * Starts the session of an editor whom the Studio has authenticated. The oldest session ends if there are too many, first those
   * of shared previews.
   * @throws Rejected `RATE_LIMITED` if the network of the address has started too many
   */
  startSession(
    session: Pick<PreviewInfo, 'perspective' | 'studioOrigins'> & {
      /** The secret of shared previews, if it starts the session, which ends with it. */
      readonly sharedSecret?: string | undefined;
    },
    address: string,
  ): Promise<NewPreview>;
  /**
   * Creates a link to one page.
   * @throws GraphQLError `BAD_USER_INPUT`, `TOO_MANY_LINKS` or `RATE_LIMITED` at a limit
   */
  createLink(input: PreviewLinkInput, admin?: KeyAdmin): Promise<NewPreview>;
  /** Ends a session or a link, as the operator. @throws GraphQLError `NOT_FOUND` if none has the id */
  revoke(id: string): Promise<PreviewInfo>;
  /** Ends a link. @throws GraphQLError `NOT_FOUND` if none has the id */
  revokeLink(id: string, admin: KeyAdmin): Promise<PreviewInfo>;
  /** Ends the session of the header `Cookie`. A link stays: other readers use it too. @returns whether there was a session */
  end(header: string | undefined): Promise<boolean>;
  /** Returns all sessions and links that have not expired and were not revoked over a day ago, the oldest first. */
  list(): Promise<PreviewInfo[]>;
  /** Returns the preview of a token; undefined if there is none, or none any more. */
  verify(token: string): Promise<PreviewInfo | undefined>;
  /** Returns the preview of a token, also if it has ended but is still stored. */
  find(token: string): Promise<PreviewInfo | undefined>;
  /** Returns the preview of the header `Cookie`, in the perspective that the cookie names if it is a session and names one. */
  ofCookie(header: string | undefined): Promise<PreviewInfo | undefined>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SESSION_MS = 12 * HOUR_MS;
const DEFAULT_LINK_MS = 7 * DAY_MS;
const MAX_LINK_DAYS = 30;
const MAX_SESSIONS = 1_000;
/** Sessions of a network that a gateway starts in an hour: each has an entry in the audit log, which keeps the newest entries. */
const MAX_SESSIONS_PER_HOUR = 200;
/** The time for which a revoked preview is listed. */
const REVOKED_MS = DAY_MS;

interface PreviewsOptions {
  readonly previews: KeyStore<StoredPreview>;
  readonly keys: Pick<KeyStore<StoredKey>, 'find'>;
  /** Without it, sessions of shared previews do not work. */
  readonly isSharedSecret?: IsSharedSecret;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export function createPreviews({
  previews: store,
  keys,
  isSharedSecret = async () => false,
  now = Date.now,
}: PreviewsOptions): Previews {
  const countSession = createHourlyLimit(MAX_SESSIONS_PER_HOUR, 'preview sessions from one network', now);
  const linkLimits = createAdminLimits({
    code: 'TOO_MANY_LINKS',
    items: 'links',
    changes: 'created preview links',
    now,
  });
  const isListed = ({ revokedAt, expiresAt }: PreviewInfo): boolean =>
    !isPast(expiresAt, now()) && (revokedAt === undefined || !isPast(revokedAt + REVOKED_MS, now()));

  /** Returns the previews that are listed, and removes all other previews. */
  const readCurrent = async (): Promise<StoredPreview[]> => {
    const all = (await store.all()).map(({ key }) => key);
    const ended = all.filter((preview) => !isListed(preview));
    await Promise.all(ended.map(({ id }) => store.remove(id)));
    return all.filter(isListed);
  };

  const add = async (
    properties: Omit<StoredPreview, 'id' | 'createdAt' | 'createdBy' | 'digest' | 'version'>,
    { caller }: Pick<KeyAdmin, 'caller'>,
  ): Promise<NewPreview> => {
    const id = newKeyId();
    const { text, digest } = createPreviewToken(id);
    const stored: StoredPreview = {
      ...properties,
      ...{ id, digest, version: 1, createdAt: now(), createdBy: caller.name },
    };
    const preview = previewInfo(stored);
    const { kind, path, perspective, studioOrigins, expiresAt, isShared } = preview;
    const action = kind === 'session' ? 'preview.start' : 'preview.create';
    const detail = { path, perspective, studioOrigins, expiresAt, isShared };
    const entry = auditEntry(caller, now(), { action, subject: id, detail });
    if (!(await store.write(stored, entry)))
      throw inputError('expected a new id, got one that exists; try again');
    return { preview, token: text };
  };

  const findStored = async (token: string): Promise<StoredPreview | undefined> => {
    const parsed = parsePreviewToken(token);
    if (!parsed) return undefined;
    const stored = await store.find(parsed.id);
    const matches = equalDigests(stored?.digest, parsed.digest);
    return stored && matches ? stored : undefined;
  };

  const find: Previews['find'] = async (token) => {
    const found = await findStored(token);
    return found && previewInfo(found);
  };

  const verify: Previews['verify'] = async (token) => {
    const found = await findStored(token);
    if (!found || !isActive(found, now())) return undefined;
    const { sharedSecretDigest } = found;
    const hasSecret = sharedSecretDigest === undefined || (await isSharedSecret(sharedSecretDigest));
    return hasSecret ? previewInfo(found) : undefined;
  };

  const revoke = async (
    id: string,
    { caller }: KeyAdmin,
    kinds: readonly PreviewInfo['kind'][],
  ): Promise<PreviewInfo> => {
    const entry = auditEntry(caller, now(), { action: 'preview.revoke', subject: id });
    const revoked = await changeRecord(store, { id, what: 'preview', entry }, (stored) => {
      if (!stored || isPast(stored.expiresAt, now()) || !kinds.includes(stored.kind)) throw notFound(id);
      return stored.revokedAt === undefined ? { ...stored, revokedAt: now() } : stored;
    });
    return previewInfo(revoked);
  };

  const ofCookie: Previews['ofCookie'] = async (header) => {
    const cookie = readPreviewCookie(header);
    const preview = cookie && (await verify(cookie.token));
    if (!cookie || preview?.kind !== 'session') return preview;
    return isPerspective(cookie.perspective) ? { ...preview, perspective: cookie.perspective } : preview;
  };

  return {
    async startSession({ sharedSecret, ...session }, address) {
      countSession(ipv6SiteOf(address) ?? networkOf(address));
      const sessions = (await readCurrent()).filter(({ kind }) => kind === 'session');
      // Whoever has a shared secret can start many of them.
      const oldest = sessions.find(({ isShared }) => isShared) ?? sessions[0];
      if (oldest && sessions.length >= MAX_SESSIONS) await store.remove(oldest.id);
      const caller = { kind: 'anonymous', name: 'studio', address } as const;
      const started = {
        ...session,
        ...(sharedSecret !== undefined && {
          isShared: true,
          sharedSecretDigest: digestOfSecret(sharedSecret),
        }),
      };
      return add({ ...started, kind: 'session', expiresAt: now() + SESSION_MS }, { caller });
    },
    async createLink({ path, perspective, expiresAt = now() + DEFAULT_LINK_MS }, admin = OPERATOR) {
      requireEditor(admin);
      const own = await loadOwnKey({ find: keys.find }, admin);
      const link = {
        path: readLinkPath(path),
        perspective: readLinkPerspective(perspective),
        expiresAt: readExpiry(expiresAt, now(), own?.expiresAt),
      };
      const links = (await readCurrent()).filter((each) => each.kind === 'link' && isActive(each, now()));
      linkLimits.checkNumber(admin, links);
      linkLimits.recordChange(admin);
      return add({ ...link, kind: 'link', studioOrigins: [] }, admin);
    },
    revoke: (id) => revoke(id, OPERATOR, ['session', 'link']),
    async revokeLink(id, admin) {
      requireEditor(admin);
      return revoke(id, admin, ['link']);
    },
    async end(header) {
      const preview = await ofCookie(header);
      if (preview?.kind !== 'session') return false;
      await store.remove(preview.id);
      return true;
    },
    list: async () => (await readCurrent()).map(previewInfo),
    verify,
    find,
    ofCookie,
  };
}

/** The parameter of the address of a link with its token. */
export const LINK_PARAMETER = 'link';
/** The parameter of the address that the Presentation tool opens with its secret. */
export const SECRET_PARAMETER = 'sanity-preview-secret';

/** Returns whether a URL has the secret of a preview, also at a path that starts none. */
export const hasPreviewSecret = ({ searchParams }: URL): boolean =>
  searchParams.has(SECRET_PARAMETER) || searchParams.has(LINK_PARAMETER);

/** Returns the address of a link. @param enablePath the path that starts previews */
export const previewLinkUrl = (origin: string, enablePath: string, token: string): string =>
  `${origin}${enablePath}?${LINK_PARAMETER}=${token}`;

const previewInfo = ({
  digest: _,
  version: __,
  sharedSecretDigest: ___,
  ...preview
}: StoredPreview): PreviewInfo => preview;

/** @throws HttpError `FORBIDDEN` for the session of a shared preview, whose address anyone can have */
function requireEditor({ caller: { preview } }: KeyAdmin): void {
  if (preview?.isShared)
    throw forbidden(
      'expected the session of an editor or a key for links, got the session of a shared preview; open the Presentation tool',
    );
}

/** Reads the path of the page of a link: browsers do not send fragments. @throws GraphQLError `BAD_USER_INPUT` */
function readLinkPath(text: string): string {
  const path = readSitePath(text)?.replace(/#.*$/s, '');
  if (path !== undefined && (hasKeyInUrl(path) || hasPreviewSecret(new URL(path, 'http://localhost'))))
    throw inputError(
      'expected a path without a key or a token, because the link and logs show it, got one; remove the parameter',
      'BAD_USER_INPUT',
      { argument: 'path' },
    );
  if (path !== undefined) return path;
  throw inputError(
    `expected a path of this site such as /films/ripples, got ${JSON.stringify(text.slice(0, 80))}`,
    'BAD_USER_INPUT',
    { argument: 'path' },
  );
}

/** @throws GraphQLError `BAD_USER_INPUT` */
function readLinkPerspective(perspective: string): string {
  if (isPerspective(perspective)) return perspective;
  throw inputError(
    `expected drafts, published or the names of releases joined by commas, got ${JSON.stringify(perspective.slice(0, 40))}`,
    'BAD_USER_INPUT',
    { argument: 'perspective' },
  );
}

/** @param keyExpiresAt the expiry of the key that creates the link. @throws GraphQLError `BAD_USER_INPUT` */
function readExpiry(expiresAt: number, now: number, keyExpiresAt = Number.POSITIVE_INFINITY): number {
  if (expiresAt > now && expiresAt <= now + MAX_LINK_DAYS * DAY_MS && expiresAt <= keyExpiresAt)
    return expiresAt;
  throw inputError(
    `expected expiresAt to be in the future, within ${MAX_LINK_DAYS} days and not after the expiry of the key of this request, got ${new Date(expiresAt).toISOString()}`,
    'BAD_USER_INPUT',
    { argument: 'expiresAt' },
  );
}

const notFound = (id: string): GraphQLError =>
  inputError(
    `expected the id of a preview that has not expired, got ${JSON.stringify(id.slice(0, 40))}; list the previews to find it`,
    'NOT_FOUND',
    { argument: 'previewId' },
  );
