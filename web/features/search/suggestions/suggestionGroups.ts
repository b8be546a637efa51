import { addressOf, type Subject } from '../../../components/paths.ts';
import type { Segment } from '../../../components/text/segment.ts';
import { timecode } from '../../../components/text/timecode.ts';
import { markBeginnings } from '../highlights/highlightPrefixes.ts';
import { readableMarks } from '../highlights/normalizeHighlights.ts';
import { reasonInShort } from '../highlights/snippet.ts';
import { hrefOf, NOTHING_SOUGHT } from '../state/searchState.ts';
import type { SuggestionsQuery } from './Suggestions.generated.ts';

/** Something a reader may mean. */
export interface Suggestion {
  key: string;
  /** Where it leads. */
  to: string;
  words: string;
  segments: readonly Segment[];
  /** A small still; null keeps its place where there is none. */
  picture?: string | null;
  /** What stands under the words, e.g. the film of a moment, or what speaks for a document. */
  note?: readonly Segment[];
  /** The words to remember as a search, when it is one. */
  search?: string;
}

/** Suggestions of one kind. */
export interface SuggestionGroup {
  label: string;
  suggestions: readonly Suggestion[];
}

type Found = NonNullable<SuggestionsQuery['films' | 'people' | 'topics' | 'articles']>;

const documentsOf = (found: Found | null | undefined, typed: string) =>
  (found?.documents ?? []).flatMap(({ node, highlights }): Suggestion[] => {
    if (!node || !('id' in node)) return [];
    const words = 'name' in node ? node.name : node.title;
    const segments = markBeginnings(words, typed);
    const isCalledSo = segments.some(({ matched }) => matched);
    const reason = isCalledSo ? null : reasonInShort(readableMarks(highlights, typed));
    return [
      {
        key: node.id,
        to: addressOf(node.__typename as Subject, node.slug),
        words,
        segments,
        ...('video' in node && { picture: node.video?.playback?.posterUrl ?? null }),
        ...(reason && { note: reason }),
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

/** Only such as have all the words: what is suggested is to be what was meant. */
const momentsOf = ({ moments }: SuggestionsQuery): Suggestion[] =>
  (moments?.relaxedQuery ? [] : (moments?.edges ?? [])).flatMap(({ node: { start, snippet, film } }) =>
    film
      ? [
          {
            key: `moment ${film.id} ${start}`,
            to: addressOf('Film', film.slug, start),
            words: snippet.map(({ text }) => text).join(''),
            segments: snippet,
            note: [{ text: `${film.title}, ${timecode(start)}`, matched: false }],
          },
        ]
      : [],
  );
