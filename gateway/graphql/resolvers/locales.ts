import { allowedTags, type Locales } from '../../core/locales.ts';
import type { Resolvers } from '../../generated/graph.ts';

/** Creates the resolver of the languages of the content. */
export const createLocaleResolvers = (locales: Locales): Pick<Resolvers, 'Query'> => ({
  Query: { locales: () => [...allowedTags(locales)] },
});
