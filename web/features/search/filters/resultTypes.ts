import { SUBJECT_NAMES, type Subject } from '../../../components/paths.ts';
import { pluralize } from '../../../components/text/pluralize.ts';
import type { Scope } from '../state/searchState.ts';

type Kind = NonNullable<Scope>;

/** The graph's types by the names they have in a search. */
const SUBJECTS: Record<Exclude<Kind, 'MOMENT'>, Subject> = {
  FILM: 'Film',
  ARTICLE: 'Article',
  PERSON: 'Person',
  TOPIC: 'Topic',
  COLLECTION: 'Collection',
};

/** What readers call one and many of a kind. */
export const kindName = (kind: Kind): { one: string; many: string } =>
  kind === 'MOMENT' ? { one: 'Moment', many: 'Moments' } : SUBJECT_NAMES[SUBJECTS[kind]];

/** The kind of a type; null for one that a search does not name. */
export const kindOf = (type: string): Exclude<Kind, 'MOMENT'> =>
  (Object.entries(SUBJECTS).find(([, subject]) => subject === type)?.[0] ?? 'FILM') as Exclude<
    Kind,
    'MOMENT'
  >;

/** A number with the word that goes with it: `1 film`, `12 films`. */
export const countOf = (kind: Kind, count: number): string => {
  const { one, many } = kindName(kind);
  return pluralize(count, one, many).toLowerCase();
};
