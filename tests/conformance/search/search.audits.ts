import type { Audit } from '../shared/audit.ts';
import { searchKeyAudits } from './apiKeys.audits.ts';
import { searchFilterAudits } from './filters.audits.ts';
import { searchHighlightAudits } from './highlights.audits.ts';
import { searchJoinedWordAudits } from './joinedWords.audits.ts';
import { searchLanguageAudits } from './languages.audits.ts';
import { searchMatchingAudits } from './matching.audits.ts';
import { searchPartialUpdateAudits } from './partialUpdates.audits.ts';
import { searchRankingAudits } from './ranking.audits.ts';
import { searchReplicaAudits } from './replicas.audits.ts';
import { searchResponseAudits } from './responses.audits.ts';
import { searchRuleAudits } from './rules.audits.ts';
import { searchSettingAudits } from './settings.audits.ts';
import type { SearchTarget } from './target.ts';
import { searchWriteAudits } from './writes.audits.ts';

/** All audits of the search service, for the emulator and for Algolia. */
export const searchAudits: readonly Audit<SearchTarget>[] = [
  ...searchFilterAudits,
  ...searchMatchingAudits,
  ...searchJoinedWordAudits,
  ...searchLanguageAudits,
  ...searchRankingAudits,
  ...searchResponseAudits,
  ...searchHighlightAudits,
  ...searchWriteAudits,
  ...searchPartialUpdateAudits,
  ...searchSettingAudits,
  ...searchKeyAudits,
  ...searchReplicaAudits,
  ...searchRuleAudits,
];
