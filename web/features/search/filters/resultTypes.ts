import type { DocumentType } from '../../../data/schema.generated.ts';
import { PAGE_TYPE_NAMES, type PageType } from '../../../lib/paths.ts';
import { pluralize } from '../../../lib/text/pluralize.ts';
import { TYPENAMES } from '../../../lib/typenames.ts';
import type { ResultType } from '../state/searchState.ts';

/** Returns the display name of a result type, singular and plural. */
export const resultTypeName = (type: ResultType): { one: string; many: string } =>
  type === 'MOMENT' ? { one: 'Moment', many: 'Moments' } : PAGE_TYPE_NAMES[TYPENAMES[type]];

/** Returns the result type of a GraphQL type. */
export const resultTypeOf = (typename: PageType): DocumentType =>
  (Object.entries(TYPENAMES).find(([, name]) => name === typename)?.[0] ?? 'FILM') as DocumentType;

/** Formats a count with its noun: `1 film`, `12 films`. */
export const countLabel = (type: ResultType, count: number): string => {
  const { one, many } = resultTypeName(type);
  return pluralize(count, one, many).toLowerCase();
};
