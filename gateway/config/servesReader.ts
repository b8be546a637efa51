import type { Config } from './config.ts';

/**
 * Returns whether the reader is served where the app is not. With trusted documents only, it needs `APP=reader`, because its
 * pages show all content that callers without a key can read.
 */
export const servesReader = ({ app, persistedQueries }: Pick<Config, 'app' | 'persistedQueries'>): boolean =>
  app === 'reader' || (app === 'auto' && !persistedQueries.requiresTrustedDocuments);
