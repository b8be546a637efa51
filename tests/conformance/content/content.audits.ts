import type { Audit } from '../shared/audit.ts';
import { contentActionsAudits } from './actions.audits.ts';
import { contentDateTimeAudits } from './dateTimes.audits.ts';
import { contentDocumentAudits } from './documents.audits.ts';
import { contentFilesAudits } from './files.audits.ts';
import { contentImagesAudits } from './images.audits.ts';
import { contentListenAudits } from './listen.audits.ts';
import { contentListenConnectionAudits } from './listenConnection.audits.ts';
import { contentLiveAudits } from './live.audits.ts';
import { contentMutateAudits } from './mutate.audits.ts';
import { contentMutationErrorAudits } from './mutationErrors.audits.ts';
import { contentPatchAudits } from './patch.audits.ts';
import { contentPerspectiveAudits } from './perspectives.audits.ts';
import { contentQueryAudits } from './query.audits.ts';
import { contentReferenceAudits } from './references.audits.ts';
import { contentReleaseAudits } from './releases.audits.ts';
import { contentSourceMapAudits } from './sourceMaps.audits.ts';
import { contentTagsAudits } from './syncTags.audits.ts';
import type { ContentTarget } from './target.ts';

/** All audits of the content service, for the emulator and for a public dataset at Sanity. */
export const contentAudits: readonly Audit<ContentTarget>[] = [
  ...contentQueryAudits,
  ...contentDateTimeAudits,
  ...contentReferenceAudits,
  ...contentDocumentAudits,
  ...contentPerspectiveAudits,
  ...contentMutateAudits,
  ...contentMutationErrorAudits,
  ...contentPatchAudits,
  ...contentTagsAudits,
  ...contentSourceMapAudits,
  ...contentImagesAudits,
  ...contentFilesAudits,
  ...contentActionsAudits,
  ...contentReleaseAudits,
  ...contentListenAudits,
  ...contentListenConnectionAudits,
  ...contentLiveAudits,
];
