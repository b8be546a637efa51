import type { Audit } from '../shared/audit.ts';
import { mediaAccountAudits } from './account.audits.ts';
import { mediaAssetAudits } from './assets.audits.ts';
import { mediaImageAudits } from './images.audits.ts';
import { mediaSignedAudits } from './signed.audits.ts';
import { mediaStreamAudits } from './stream.audits.ts';
import type { MediaTarget } from './target.ts';
import { mediaUploadAudits } from './uploads.audits.ts';

/** Everything the media service promises, to be run against an emulator or against Mux itself. */
export const mediaAudits: readonly Audit<MediaTarget>[] = [
  ...mediaAccountAudits,
  ...mediaAssetAudits,
  ...mediaUploadAudits,
  ...mediaStreamAudits,
  ...mediaImageAudits,
  ...mediaSignedAudits,
];
