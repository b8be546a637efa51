import { foldAccents } from '../../../components/text/foldAccents.ts';
import { joinSegments, type Segment } from '../../../components/text/segment.ts';

/** Words of a query this long may be found with a slip in them. */
const SHORTEST_WITH_SLIP = 4;

/**
 * The places of the matches in all that was found of one thing, as they read best. What begins as it was typed is marked
 * as far as it was typed. A word that is near to a typed one is marked as a whole, and not at all where the typed word
 * itself stands somewhere in what was found: then nobody meant the other.
 */
export const readableMarks = <Field extends { segments: readonly Segment[] }>(
  fields: readonly Field[],
  query: string,
): Field[] => {
  const typed = foldAccents(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  const kin = (marked: string) => typed.filter((word) => word.startsWith(marked) || marked.startsWith(word));
  const found = new Set(
    fields.flatMap(({ segments }) =>
      segments.flatMap(({ text, matched }) => (matched ? kin(foldAccents(text)) : [])),
    ),
  );
  const isClear = typed.every((word) => word.length < SHORTEST_WITH_SLIP || found.has(word));
  return fields.map((field) => ({
    ...field,
    segments: joinSegments(
      field.segments.map((segment, at) => {
        const isSlip = segment.matched && kin(foldAccents(segment.text)).length === 0;
        if (isSlip) return isClear ? { ...segment, matched: false } : whole(segment, field.segments[at + 1]);
        const before = field.segments[at - 1];
        const continues = before?.matched && !isClear && kin(foldAccents(before.text)).length === 0;
        return continues ? { ...segment, text: segment.text.replace(REST_OF_WORD, '') } : segment;
      }),
    ),
  }));
};

const REST_OF_WORD = /^[\p{L}\p{M}\p{N}]+/u;

/** A marked beginning with the rest of its word. */
const whole = (segment: Segment, next: Segment | undefined): Segment =>
  next && !next.matched
    ? { ...segment, text: segment.text + (REST_OF_WORD.exec(next.text)?.[0] ?? '') }
    : segment;
