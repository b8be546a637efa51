import type { Audit } from '../shared/audit.ts';
import { contentActionsAudits } from './actions.audits.ts';
import { contentImagesAudits } from './images.audits.ts';
import { contentListenAudits } from './listen.audits.ts';
import { contentLiveAudits } from './live.audits.ts';
import { contentMutateAudits } from './mutate.audits.ts';
import { contentPatchAudits } from './patch.audits.ts';
import { contentSightAudits } from './perspectives.audits.ts';
import { contentQueryAudits } from './query.audits.ts';
import { contentTagsAudits } from './syncTags.audits.ts';
import type { ContentTarget } from './target.ts';

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
