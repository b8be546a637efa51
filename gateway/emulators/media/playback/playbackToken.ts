import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { ApiError } from '../api/apiError.ts';
import type { MediaStore } from '../assets/store.ts';

/** Audience of a token: video, thumbnail, animated image, storyboard, DRM licence. */
export type TokenAudience = 'v' | 't' | 'g' | 's' | 'd';

/** The contents of a valid token. */
export interface TokenGrant {
  /** Unix seconds. */
  expires: number;
  /** Claims that are options of the URL. */
  options: Record<string, string>;
  /** The id of the playback restriction; undefined without one. */
  restriction: string | undefined;
}

const REGISTERED_CLAIMS = ['sub', 'aud', 'exp', 'kid', 'iat', 'nbf', 'iss', 'jti'];

/**
 * Verifies the token of a signed playback URL.
 *
 * The key id is read from the header or else from the claims, where Mux's guides and SDK write it. Only RS256
 * is accepted, even if the header requests another one.
 * @throws ApiError 403 with the reason
 */
export async function verifyToken(
  token: string,
  { playbackId, audience, store }: { playbackId: string; audience: TokenAudience; store: MediaStore },
): Promise<TokenGrant> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const keyId = kid ?? decodeJwt(token).kid;
        const key = typeof keyId === 'string' ? store.key(keyId) : undefined;
        if (!key)
          throw playbackForbidden(`the signing key ${JSON.stringify(keyId)} is not one of this account`);
        return key.publicKey;
      },
      {
        algorithms: ['RS256'],
        subject: playbackId,
        audience,
        requiredClaims: ['exp', 'sub', 'aud'],
      },
    );
    const { playback_restriction_id: restriction } = payload;
    if (restriction !== undefined && typeof restriction !== 'string')
      throw playbackForbidden('the claim playback_restriction_id of the token is not a string');
    return {
      expires: Math.floor(payload.exp as number),
      options: optionsOf(payload),
      restriction,
    };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof errors.JWTExpired) throw playbackForbidden('the token has expired');
    if (error instanceof errors.JOSEError) throw playbackForbidden(error.message);
    throw playbackForbidden('the token cannot be read');
  }
}

function optionsOf(payload: JWTPayload): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payload)
      .filter(
        ([name, value]) =>
          !REGISTERED_CLAIMS.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .map(([name, value]) => [name, String(value)]),
  );
}

/** 403 for a playback URL that is not or no longer allowed. */
export function playbackForbidden(reason: string): ApiError {
  return new ApiError(403, 'not_allowed', `The playback URL is not allowed: ${reason}.`);
}
