import type { Audit } from '../shared/audit.ts';
import { searchFilterAudits } from './filters.audits.ts';
import { searchMatchingAudits } from './matching.audits.ts';
import { searchAnswerAudits } from './responses.audits.ts';
import { searchSettingAudits } from './settings.audits.ts';
import type { SearchTarget } from './target.ts';
import { searchWriteAudits } from './writes.audits.ts';

/** Everything the search service promises, to be run against an emulator or against Algolia itself. */
export const searchAudits: readonly Audit<SearchTarget>[] = [
  ...searchFilterAudits,
  ...searchMatchingAudits,
  ...searchAnswerAudits,
  ...searchWriteAudits,
  ...searchSettingAudits,
];
