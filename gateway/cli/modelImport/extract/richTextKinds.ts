import type { TypeNode } from 'groq-js';
import { lowerFirst, type RichTextPosition } from '../../../core/model/model.ts';
import { RESERVED_KINDS } from '../../../core/model/richTextKinds.ts';
import { VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { reasonToLeaveOut } from './leftOutTypes.ts';
import { checkObjectTypes, type StudioSchema } from './readExtract.ts';
import type { Attributes, RichTextShape, Shape } from './shape.ts';

/** The objects in rich text that have a `_type`. All texts of a model share their types. */
export interface StudioKind {
  readonly type: string;
  readonly positions: readonly RichTextPosition[];
  readonly shapes: readonly Shape[];
}

const POSITIONS = { blocks: 'BLOCK', inline: 'INLINE', annotations: 'ANNOTATION' } as const;

/** The values in all rich texts of a studio. */
interface RichTextValues {
  readonly kinds: readonly StudioKind[];
  /** The kinds of values without `_type`, which no type of a model can describe. */
  readonly untyped: ReadonlySet<Shape['kind']>;
}

/** Returns the objects in all rich texts of the documents that an import has. */
export function richTextKindsOf(schema: StudioSchema, read: (node: TypeNode) => Shape): RichTextValues {
  const kinds = new Map<string, { positions: Set<RichTextPosition>; shapes: Shape[] }>();
  const untyped = new Set<Shape['kind']>();
  const pending = new Map<string, Attributes>();
  const texts = new Set<RichTextShape>();
  const addText = (text: RichTextShape) => {
    if (texts.has(text)) return;
    texts.add(text);
    for (const [list, position] of Object.entries(POSITIONS) as [keyof typeof POSITIONS, RichTextPosition][])
      for (const shape of text[list].flatMap(membersOf)) {
        const type = typeOf(shape);
        if (type === undefined) untyped.add(shape.kind);
        else if (!RESERVED_KINDS.has(type)) {
          const kind = kinds.get(type) ?? { positions: new Set(), shapes: [] };
          kinds.set(type, kind);
          kind.positions.add(position);
          kind.shapes.push(shape);
        }
        visit(shape);
      }
  };
  const addAttributes = (attributes: Attributes) => {
    const key = JSON.stringify(attributes);
    if (!pending.has(key)) pending.set(key, attributes);
  };
  const visit = (shape: Shape): void => {
    if (shape.kind === 'richText') addText(shape);
    else if (shape.kind === 'list') visit(shape.of);
    else if (shape.kind === 'union') shape.members.forEach(visit);
    else if ('attributes' in shape) addAttributes(shape.attributes);
  };
  for (const [type, { attributes }] of schema.documents)
    if (reasonToLeaveOut(type) === undefined) addAttributes(attributes);
  // The map grows while its values are read.
  for (const attributes of pending.values()) {
    checkObjectTypes(pending.size, `one with the attributes ${Object.keys(attributes).join(', ')}`);
    for (const { value } of Object.values(attributes)) visit(read(value));
  }
  return {
    kinds: [...kinds].map(
      ([type, { positions, shapes }]): StudioKind => ({ type, positions: [...positions], shapes }),
    ),
    untyped,
  };
}

const membersOf = (shape: Shape): readonly Shape[] =>
  shape.kind === 'union' ? shape.members.flatMap(membersOf) : [shape];

/** Returns the `_type` of an object in a text; undefined for other values. */
function typeOf(shape: Shape): string | undefined {
  if (shape.kind === 'geopoint' || shape.kind === 'slug') return shape.kind;
  if (shape.kind === 'video') return VIDEO_OBJECT;
  return 'type' in shape ? shape.type : undefined;
}

/** A core type that a model replaces by a type of the same name, with the positions at which clients expect it. */
interface CoreKind {
  readonly name: string;
  readonly positions: readonly RichTextPosition[];
}

/**
 * Returns the core type that has a part of the attributes of a kind, so that fragments on it are valid also for objects with more
 * attributes; undefined for other kinds.
 */
export function coreKindOf(
  { type, positions, shapes: [shape] }: StudioKind,
  attributes: Attributes,
  read: (node: TypeNode) => Shape,
): CoreKind | undefined {
  const { href } = attributes;
  if (type === 'image' && shape?.kind === 'image')
    return { name: 'RichTextPicture', positions: ['BLOCK', 'INLINE'] };
  const isLink = type === 'link' && shape?.kind === 'object' && positions.includes('ANNOTATION');
  return isLink && href && read(href.value).kind === 'text'
    ? { name: 'RichTextLink', positions: ['ANNOTATION'] }
    : undefined;
}

/** Returns the directive of the objects at positions in rich text. */
export function richTextDirective(name: string, type: string, positions: Iterable<string>): string {
  const argument = lowerFirst(name) === type ? '' : `, type: ${JSON.stringify(type)}`;
  return `@richText(as: [${[...positions].join(', ')}]${argument})`;
}
