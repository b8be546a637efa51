import type { IncomingHttpHeaders } from 'node:http';
import type { PlaybackRestriction } from '../assets/playbackRestriction.ts';
import { playbackForbidden } from './playbackToken.ts';

/**
 * Checks a request with a token against the restriction that the token names
 * (https://www.mux.com/docs/guides/secure-video-playback).
 * @param restriction undefined if the account has none with the id of the token
 * @throws ApiError 403
 */
export function checkRestriction(
  restriction: PlaybackRestriction | undefined,
  { referer, 'user-agent': userAgent }: IncomingHttpHeaders,
): void {
  if (!restriction) throw playbackForbidden('the playback restriction is not one of this account');
  const { referrer, user_agent: rules } = restriction;
  if (!rules.allow_high_risk_user_agent)
    throw playbackForbidden(
      'the media emulator does not support playback restrictions with allow_high_risk_user_agent: false (docs/emulators.md)',
    );
  if (!userAgent && !rules.allow_no_user_agent)
    throw playbackForbidden('the playback restriction requires a User-Agent');
  if (!referer && !referrer.allow_no_referrer)
    throw playbackForbidden('the playback restriction requires a Referer');
  if (referer && !referrer.allowed_domains.some((domain) => matches(domain, hostOf(referer))))
    throw playbackForbidden('the playback restriction does not allow the domain of the Referer');
}

const hostOf = (referer: string): string => (URL.canParse(referer) ? new URL(referer).hostname : '');

/** @param domain `*`, a host name, or a wildcard of subdomains such as `*.example.com` */
const matches = (domain: string, host: string): boolean =>
  domain === '*' ||
  (domain.startsWith('*.') ? host.endsWith(domain.slice(1).toLowerCase()) : host === domain.toLowerCase());
