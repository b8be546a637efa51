import type { Audit } from './audit.ts';
import { mediaApiAudits } from './mediaApi.audits.ts';
import { mediaPlaybackAudits } from './mediaPlayback.audits.ts';
import { mediaSignedAudits } from './mediaSigned.audits.ts';
import type { MediaTarget } from './mediaTarget.ts';

/** Everything the media service promises, to be run against a twin or against Mux itself. */
export const mediaAudits: readonly Audit<MediaTarget>[] = [
  ...mediaApiAudits,
  ...mediaPlaybackAudits,
  ...mediaSignedAudits,
];
