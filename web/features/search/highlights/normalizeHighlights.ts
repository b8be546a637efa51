import { foldAccents, foldedWords } from '../../../lib/text/foldAccents.ts';
import { mergeSegments, type TextSegment } from '../../../lib/text/textSegment.ts';

/** Words of the query from this length on may match with a typo. */
const MIN_TYPO_CHARACTERS = 4;

/**
 * Normalizes the highlights of one result. A match that shares its beginning with a typed word is unchanged. A match by
 * typo tolerance is extended to the end of its word. It is dropped if the result contains every typed word itself: then
 * the similar word is not what was searched for.
 */
export const normalizeHighlights = <Field extends { segments: readonly TextSegment[] }>(
  fields: readonly Field[],
  query: string,
): Field[] => {
  const typedWords = foldedWords(query);
  const prefixMatches = (text: string) => {
    const folded = foldAccents(text);
    return typedWords.filter((word) => word.startsWith(folded) || folded.startsWith(word));
  };
  const isTypo = ({ text, matched }: TextSegment) => matched && prefixMatches(text).length === 0;
  const foundWords = new Set(
    fields.flatMap(({ segments }) =>
      segments.flatMap(({ text, matched }) => (matched ? prefixMatches(text) : [])),
    ),
  );
  const hasEveryWord = typedWords.every((word) => word.length < MIN_TYPO_CHARACTERS || foundWords.has(word));
  return fields.map((field) => ({
    ...field,
    segments: mergeSegments(
      field.segments.map((segment, index) => {
        if (isTypo(segment))
          return hasEveryWord
            ? { ...segment, matched: false }
            : extendToWordEnd(segment, field.segments[index + 1]);
        const previous = field.segments[index - 1];
        const isExtended = previous && !hasEveryWord && isTypo(previous);
        return isExtended ? { ...segment, text: segment.text.replace(REST_OF_WORD, '') } : segment;
      }),
    ),
  }));
};

const REST_OF_WORD = /^[\p{L}\p{M}\p{N}]+/u;

const extendToWordEnd = (segment: TextSegment, next: TextSegment | undefined): TextSegment =>
  next && !next.matched
    ? { ...segment, text: segment.text + (REST_OF_WORD.exec(next.text)?.[0] ?? '') }
    : segment;
