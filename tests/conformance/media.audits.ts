import type { Audit } from './audit.ts';
import { mediaAccountAudits } from './mediaAccount.audits.ts';
import { mediaAssetAudits } from './mediaAssets.audits.ts';
import { mediaImageAudits } from './mediaImages.audits.ts';
import { mediaSignedAudits } from './mediaSigned.audits.ts';
import { mediaStreamAudits } from './mediaStream.audits.ts';
import type { MediaTarget } from './mediaTarget.ts';
import { mediaUploadAudits } from './mediaUploads.audits.ts';

/** Everything the media service promises, to be run against an emulator or against Mux itself. */
export const mediaAudits: readonly Audit<MediaTarget>[] = [
  ...mediaAccountAudits,
  ...mediaAssetAudits,
  ...mediaUploadAudits,
  ...mediaStreamAudits,
  ...mediaImageAudits,
  ...mediaSignedAudits,
];
