import type { Audit } from './audit.ts';
import { searchAnswerAudits } from './searchAnswers.audits.ts';
import { searchFilterAudits } from './searchFilters.audits.ts';
import { searchMatchingAudits } from './searchMatching.audits.ts';
import { searchSettingAudits } from './searchSettings.audits.ts';
import type { SearchTarget } from './searchTarget.ts';
import { searchWriteAudits } from './searchWrites.audits.ts';

/** Everything the search service promises, to be run against an emulator or against Algolia itself. */
export const searchAudits: readonly Audit<SearchTarget>[] = [
  ...searchFilterAudits,
  ...searchMatchingAudits,
  ...searchAnswerAudits,
  ...searchWriteAudits,
  ...searchSettingAudits,
];
