import { mergedAttributes } from './mergedAttributes.ts';
import { type RichTextShape, type Shape, withName } from './shape.ts';

/** The reason of a value without a type that is a text here and a number there. */
export const MIXED = 'values of several kinds';

/** Returns the shape of a value that has one of these shapes. */
export function mergeShapes(shapes: readonly Shape[], declaredAs: string | undefined): Shape {
  const present = shapes.filter(({ kind }) => kind !== 'absent');
  const [first] = present;
  const name = declaredAs === undefined ? {} : { declaredAs };
  if (!first) return shapes[0] ?? { kind: 'absent', reason: 'the studio has no value for it' };
  if (present.length === 1) return withName(first, declaredAs);
  const json = present.find(({ kind }) => kind === 'json');
  if (json) return json;
  const kinds = new Set(present.map(({ kind }) => kind));
  if (kinds.size === 1) {
    if (first.kind === 'text' || first.kind === 'number') {
      const literals = present.map((shape) => ('values' in shape ? shape.values : undefined));
      const isClosed = literals.every((values) => values !== undefined);
      const values = [...new Set(literals.flatMap((list) => list ?? []))];
      return isClosed ? { kind: first.kind, values, ...name } : { kind: first.kind };
    }
    if (first.kind === 'reference') {
      const references = present as (Shape & { readonly kind: 'reference' })[];
      const isOpen = references.some(({ to }) => to.length === 0);
      const to = isOpen ? [] : [...new Set(references.flatMap((reference) => reference.to))];
      return { kind: 'reference', to, type: first.type };
    }
    if (
      first.kind === 'boolean' ||
      first.kind === 'slug' ||
      first.kind === 'video' ||
      first.kind === 'geopoint'
    )
      return first;
    if (first.kind === 'richText') return mergeTexts(present as RichTextShape[]);
  }
  if (![...kinds].every((kind) => OBJECT_KINDS.has(kind))) return { kind: 'json', reason: MIXED };
  const members = mergeObjects(present);
  return members.length === 1
    ? withName(members[0] as Shape, declaredAs)
    : { kind: 'union', members, ...name };
}

/** Merges the objects of each `_type`: their `_type` alone decides which one a value is. */
function mergeObjects(shapes: readonly Shape[]): readonly Shape[] {
  const keyOf = (shape: Shape) =>
    'attributes' in shape ? `${shape.kind} ${shape.type}` : JSON.stringify(shape);
  return [...Map.groupBy(shapes, keyOf).values()].map((alike) => {
    const last = alike.at(-1) as Shape;
    if (alike.length === 1 || !('attributes' in last)) return last;
    const named = alike.findLast((shape) => 'attributes' in shape && shape.declaredAs !== undefined);
    return withName(
      { ...last, attributes: mergedAttributes(alike) },
      named && 'declaredAs' in named ? named.declaredAs : undefined,
    );
  });
}

const OBJECT_KINDS: ReadonlySet<Shape['kind']> = new Set([
  'object',
  'image',
  'file',
  'video',
  'geopoint',
  'slug',
  'reference',
]);

const mergeTexts = (texts: readonly RichTextShape[]): RichTextShape => ({
  kind: 'richText',
  blocks: texts.flatMap(({ blocks }) => blocks),
  inline: texts.flatMap(({ inline }) => inline),
  annotations: texts.flatMap(({ annotations }) => annotations),
});
