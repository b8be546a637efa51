import { addressOf, type Subject } from '../../ui/addresses.ts';
import { present } from '../../ui/present.ts';
import { timecode } from '../../ui/timecode.ts';
import { markBeginnings } from './markBeginnings.ts';
import type { SuggestionsQuery } from './Suggestions.generated.ts';
import { hrefOf, NOTHING_SOUGHT } from './searchState.ts';

/** Something a reader may mean. */
export interface Suggestion {
  key: string;
  /** Where it leads. */
  to: string;
  words: string;
  segments: readonly { text: string; matched: boolean }[];
  /** A small still. */
  picture?: string | undefined;
  /** What stands behind the words, e.g. the film of a moment. */
  note?: string;
  /** The words to remember as a search, when it is one. */
  search?: string;
}

/** Suggestions of one kind. */
export interface SuggestionGroup {
  label: string;
  suggestions: readonly Suggestion[];
}

type Item = NonNullable<
  NonNullable<SuggestionsQuery['films' | 'people' | 'topics' | 'articles']>['items']
>[number];

const documentsOf = (found: { items: readonly (Item | null)[] | null } | null | undefined, typed: string) =>
  present(found?.items ?? []).flatMap((item): Suggestion[] => {
    if (!('id' in item)) return [];
    const words = 'name' in item ? item.name : item.title;
    return [
      {
        key: item.id,
        to: addressOf(item.__typename as Subject, item.slug),
        words,
        segments: markBeginnings(words, typed),
        picture: 'video' in item ? item.video?.playback?.posterUrl : undefined,
      },
    ];
  });

/** A search as a suggestion. */
export const searchSuggestion = (query: string, segments?: Suggestion['segments']): Suggestion => ({
  key: `search ${query}`,
  to: hrefOf({ ...NOTHING_SOUGHT, query }),
  words: query,
  segments: segments ?? [{ text: query, matched: false }],
  search: query,
});

const hasMatch = ({ suggestions }: SuggestionGroup): boolean =>
  suggestions.some(({ segments }) => segments.some(({ matched }) => matched));

/**
 * What may be meant by what was typed, by kind. A kind of which something is called so comes before one that only
 * speaks of it; words that only repeat a name are left out.
 */
export const suggestionGroups = (found: SuggestionsQuery, typed: string): SuggestionGroup[] => {
  const kinds: SuggestionGroup[] = [
    { label: 'Films', suggestions: documentsOf(found.films, typed) },
    { label: 'People', suggestions: documentsOf(found.people, typed) },
    { label: 'Topics', suggestions: documentsOf(found.topics, typed) },
    { label: 'Articles', suggestions: documentsOf(found.articles, typed) },
  ];
  const names = new Set(kinds.flatMap(({ suggestions }) => suggestions.map(({ words }) => words)));
  const searches = (found.words?.queries ?? [])
    .filter(({ text }) => !names.has(text))
    .map(({ text, segments }) => searchSuggestion(text, segments));
  const groups = [
    { label: 'Searches', suggestions: searches },
    ...kinds.filter(hasMatch),
    { label: 'Moments', suggestions: momentsOf(found) },
    ...kinds.filter((kind) => !hasMatch(kind)),
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
};

const momentsOf = ({ moments }: SuggestionsQuery): Suggestion[] =>
  (moments?.edges ?? []).flatMap(({ node: { start, snippet, film } }) =>
    film
      ? [
          {
            key: `moment ${film.id} ${start}`,
            to: addressOf('Film', film.slug, start),
            words: snippet.map(({ text }) => text).join(''),
            segments: snippet,
            note: `${film.title}, ${timecode(start)}`,
          },
        ]
      : [],
  );
