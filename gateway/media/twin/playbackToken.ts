import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { ApiError } from './apiError.ts';
import type { MediaStore } from './store.ts';

/** What a token may be for: video, thumbnail, animated image, storyboard, DRM licence. */
export type Audience = 'v' | 't' | 'g' | 's' | 'd';

/** What a valid token grants. */
export interface Grant {
  /** Unix seconds. */
  expires: number;
  /** Every claim that is not about the token itself: the options of the URL. */
  options: Record<string, string>;
}

const REGISTERED = ['sub', 'aud', 'exp', 'kid', 'iat', 'nbf', 'iss', 'jti'];

/**
 * Verifies the token of a signed playback URL.
 *
 * The key's id is read from the header or, failing that, from the claims: Mux's own guides and SDK write
 * it there. Only RS256 is accepted, whatever the header asks for.
 *
 * @throws ApiError 403 that says what was wrong with it
 */
export async function verifyToken(
  token: string,
  { playbackId, audience, store }: { playbackId: string; audience: Audience; store: MediaStore },
): Promise<Grant> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const named = kid ?? decodeJwt(token).kid;
        const key = typeof named === 'string' ? store.key(named) : undefined;
        if (!key) throw refused(`the signing key ${JSON.stringify(named)} is not one of this account`);
        return key.publicKey;
      },
      {
        algorithms: ['RS256'],
        subject: playbackId,
        audience,
        requiredClaims: ['exp', 'sub', 'aud'],
      },
    );
    return { expires: Math.floor(payload.exp as number), options: optionsOf(payload) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof errors.JWTExpired) throw refused('the token has expired');
    if (error instanceof errors.JOSEError) throw refused(error.message);
    throw refused('the token cannot be read');
  }
}

function optionsOf(payload: JWTPayload): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payload)
      .filter(
        ([name, value]) =>
          !REGISTERED.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .map(([name, value]) => [name, String(value)]),
  );
}

/** 403 for a playback URL that is not, or no longer, allowed. */
export function refused(reason: string): ApiError {
  return new ApiError(403, 'not_allowed', `The playback URL is not allowed: ${reason}.`);
}
