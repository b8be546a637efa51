import { momentQuery } from '../../../lib/filmMoment.ts';
import { type PageType, pathOf } from '../../../lib/paths.ts';
import { foldedWords } from '../../../lib/text/foldAccents.ts';
import type { TextSegment } from '../../../lib/text/textSegment.ts';
import { timecode } from '../../../lib/text/timecode.ts';
import { highlightPrefixes } from '../highlights/highlightPrefixes.ts';
import { matchSnippet } from '../highlights/matchSnippet.ts';
import { normalizeHighlights } from '../highlights/normalizeHighlights.ts';
import { EMPTY_SEARCH, searchHref } from '../state/searchState.ts';
import type { SuggestionsQuery } from './Suggestions.generated.ts';

/** The thumbnail of a film. A film without a still has its initial on its accent. */
export interface SuggestionThumbnail {
  url: string | null;
  accent: string | null;
}

/** An option of the search box. */
export interface Suggestion {
  key: string;
  href: string;
  text: string;
  /** The text with its highlights. */
  segments: readonly TextSegment[];
  /** Undefined for no thumbnail. */
  thumbnail?: SuggestionThumbnail;
  /** The second line, e.g. the film of a moment or the text that matches. */
  note?: readonly TextSegment[];
  /** The query to save as a recent search, if the suggestion is a search. */
  query?: string;
}

/** Suggestions under a heading. */
export interface SuggestionGroup {
  label: string;
  suggestions: readonly Suggestion[];
}

type SuggestedDocuments = NonNullable<SuggestionsQuery['films' | 'people' | 'topics' | 'articles']>;

/** Returns the suggested documents, or only the documents of a type. */
const documentSuggestions = (
  suggested: SuggestedDocuments | null | undefined,
  typed: string,
  typename?: PageType,
) =>
  (suggested?.documents ?? []).flatMap(({ node, highlights }): Suggestion[] => {
    if (!node || !('id' in node) || (typename && node.__typename !== typename)) return [];
    const text = 'name' in node ? node.name : node.title;
    const slug = 'authorSlug' in node ? node.authorSlug : node.slug;
    if (slug === null) return [];
    const segments = highlightPrefixes(text, typed);
    const snippet = isNameMatch({ segments }) ? null : matchSnippet(normalizeHighlights(highlights, typed));
    return [
      {
        key: node.id,
        href: pathOf(node.__typename as PageType, slug),
        text,
        segments,
        ...('video' in node && {
          thumbnail: { url: node.video?.playback?.posterUrl ?? null, accent: node.accent },
        }),
        ...(snippet && { note: snippet }),
      },
    ];
  });

/** Returns a query as a suggestion. */
export const searchSuggestion = (query: string, segments?: Suggestion['segments']): Suggestion => ({
  key: `search ${query}`,
  href: searchHref({ ...EMPTY_SEARCH, query }),
  text: query,
  segments: segments ?? [{ text: query, matched: false }],
  query,
});

const isNameMatch = ({ segments }: Pick<Suggestion, 'segments'>): boolean =>
  segments.some(({ matched }) => matched);

const hasNameMatch = ({ suggestions }: SuggestionGroup): boolean => suggestions.some(isNameMatch);

/** Returns true if each typed word begins a word of the text. A match by typo tolerance has a word that begins none. */
const hasEveryTypedWord = (text: string, typed: string): boolean => {
  const words = foldedWords(text);
  return foldedWords(typed).every((typedWord) => words.some((word) => word.startsWith(typedWord)));
};

/**
 * Groups suggestions by type. Groups with a match in a name come before groups with matches in other fields, and
 * moments are between the two, but last if they match only by typo tolerance. Query completions that repeat a name are
 * dropped, and those that match by typo tolerance if anything matches as typed.
 */
export const suggestionGroups = (data: SuggestionsQuery, typed: string): SuggestionGroup[] => {
  const documentGroups: SuggestionGroup[] = [
    { label: 'Films', suggestions: documentSuggestions(data.films, typed) },
    { label: 'People', suggestions: documentSuggestions(data.people, typed, 'Person') },
    { label: 'Authors', suggestions: documentSuggestions(data.people, typed, 'Contributor') },
    { label: 'Topics', suggestions: documentSuggestions(data.topics, typed, 'Topic') },
    { label: 'Collections', suggestions: documentSuggestions(data.topics, typed, 'Collection') },
    { label: 'Articles', suggestions: documentSuggestions(data.articles, typed) },
  ];
  const names = new Set(documentGroups.flatMap(({ suggestions }) => suggestions.map(({ text }) => text)));
  const completions = data.completions?.queries ?? [];
  const isTypedAsMeant =
    documentGroups.some(hasNameMatch) || completions.some(({ text }) => hasEveryTypedWord(text, typed));
  const searches = completions
    .filter(({ text }) => !names.has(text) && (!isTypedAsMeant || hasEveryTypedWord(text, typed)))
    .map(({ text, segments }) => searchSuggestion(text, segments));
  const moments = momentSuggestions(data);
  const momentGroup = { label: 'Moments', suggestions: moments };
  const areMomentsAsTyped = moments.some(({ text }) => hasEveryTypedWord(text, typed));
  const groups = [
    { label: 'Searches', suggestions: searches },
    ...documentGroups.filter(hasNameMatch),
    ...(areMomentsAsTyped ? [momentGroup] : []),
    ...documentGroups.filter((group) => !hasNameMatch(group)),
    ...(areMomentsAsTyped ? [] : [momentGroup]),
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
};

/** Returns the moments that match all words of the query. */
const momentSuggestions = ({ moments }: SuggestionsQuery): Suggestion[] =>
  (moments?.relaxedQuery ? [] : (moments?.edges ?? []).flatMap(({ node }) => node ?? [])).flatMap(
    ({ start, language, snippet, film }) =>
      film
        ? [
            {
              key: `moment ${film.id} ${start} ${language}`,
              href: `${pathOf('Film', film.slug)}${momentQuery({ seconds: start, language })}`,
              text: snippet.map(({ text }) => text).join(''),
              segments: snippet,
              note: [{ text: `${film.title}, ${timecode(start)}`, matched: false }],
            },
          ]
        : [],
  );
