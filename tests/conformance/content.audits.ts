import type { Audit } from './audit.ts';
import { contentActionsAudits } from './contentActions.audits.ts';
import { contentImagesAudits } from './contentImages.audits.ts';
import { contentListenAudits } from './contentListen.audits.ts';
import { contentLiveAudits } from './contentLive.audits.ts';
import { contentMutateAudits } from './contentMutate.audits.ts';
import { contentPatchAudits } from './contentPatch.audits.ts';
import { contentQueryAudits } from './contentQuery.audits.ts';
import { contentSightAudits } from './contentSight.audits.ts';
import { contentTagsAudits } from './contentTags.audits.ts';
import type { ContentTarget } from './contentTarget.ts';

/** Everything the content service promises, to be run against an emulator or against a public dataset of Sanity's own. */
export const contentAudits: readonly Audit<ContentTarget>[] = [
  ...contentQueryAudits,
  ...contentSightAudits,
  ...contentMutateAudits,
  ...contentPatchAudits,
  ...contentTagsAudits,
  ...contentImagesAudits,
  ...contentActionsAudits,
  ...contentListenAudits,
  ...contentLiveAudits,
];
