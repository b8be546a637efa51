import { Kind } from 'graphql';
import type { ParsedDocument } from './parseDocument.ts';
import { isExecutable, type Place, rootOf, type Step, selectionSetOf, stepTo } from './place.ts';
import { locationOf } from './textEdits.ts';

/** The place whose selections the cursor is in. */
export interface CursorPlace {
  readonly place: Place;
  /** The selection without selections of its own at the cursor. */
  readonly selection: Step | undefined;
}

/**
 * Returns the place at a position of a document; undefined between definitions.
 * @param offset a position in the original text
 */
export function placeAtCursor(
  { definitions, filled }: ParsedDocument,
  offset: number,
): CursorPlace | undefined {
  const position = filled
    .filter(({ from }) => from < offset)
    // A cursor in an empty selection stays before what fills it.
    .reduce(
      (moved, { from, to, insert }) => moved + (offset <= to ? from - offset : from + insert.length - to),
      offset,
    );
  const contains = (node: Parameters<typeof locationOf>[0]) =>
    locationOf(node).start <= position && position <= locationOf(node).end;
  const definition = definitions.find((node) => isExecutable(node) && contains(node));
  if (!definition || !isExecutable(definition)) return undefined;
  const root = rootOf(definition);
  const steps: Step[] = [];
  let set = selectionSetOf(definition);
  while (set) {
    const selection = set.selections.find(contains);
    if (!selection) break;
    const step = stepTo(selection);
    set = selectionSetOf(selection);
    if (!set || selection.kind === Kind.FRAGMENT_SPREAD) return { place: { root, steps }, selection: step };
    if (step) steps.push(step);
  }
  return { place: { root, steps }, selection: undefined };
}
