import type { Audit } from '../shared/audit.ts';
import { mediaAccountAudits } from './account.audits.ts';
import { mediaAssetListAudits } from './assetLists.audits.ts';
import { mediaAssetAudits } from './assets.audits.ts';
import { mediaImageAudits } from './images.audits.ts';
import { mediaRestrictionAudits } from './restrictions.audits.ts';
import { mediaSignedAudits } from './signed.audits.ts';
import { mediaStreamAudits } from './stream.audits.ts';
import { mediaSystemAudits } from './system.audits.ts';
import type { MediaTarget } from './target.ts';
import { mediaUploadAudits } from './uploads.audits.ts';

/** All audits of the media service, for the emulator and for Mux. */
export const mediaAudits: readonly Audit<MediaTarget>[] = [
  ...mediaAccountAudits,
  ...mediaAssetListAudits,
  ...mediaAssetAudits,
  ...mediaUploadAudits,
  ...mediaStreamAudits,
  ...mediaImageAudits,
  ...mediaSignedAudits,
  ...mediaSystemAudits,
  ...mediaRestrictionAudits,
];
