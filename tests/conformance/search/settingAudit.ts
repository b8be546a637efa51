import { type AuditIndex, indexAudit } from './target.ts';

const FIXTURE = {
  settings: { searchableAttributes: ['title'], attributesForFaceting: ['kind'] },
  records: [
    { objectID: 'a', kind: 'film', title: 'Television set' },
    { objectID: 'b', kind: 'article', title: 'Motion picture' },
  ],
};

/** Declares an audit of settings or API keys, on an index with two records. */
export const settingAudit = (id: string, name: string, run: (index: AuditIndex) => Promise<void>) =>
  indexAudit(`search-setting-${id}`, 'MUST', name, FIXTURE, run);
