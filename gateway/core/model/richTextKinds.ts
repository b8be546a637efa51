import { isCoreType, type Model, type ModelType, type RichTextKind, type RichTextPosition } from './model.ts';

/** The names of the unions of everything at a position. */
export const RICH_TEXT_UNIONS: Readonly<Record<RichTextPosition, string>> = {
  BLOCK: 'RichTextBlock',
  INLINE: 'RichTextInline',
  ANNOTATION: 'RichTextAnnotation',
};

/** The parts of text: their `_type`s and their types in core SDL. */
const TEXT_TYPES: Readonly<Partial<Record<RichTextPosition, readonly [type: string, name: string]>>> = {
  BLOCK: ['block', 'TextBlock'],
  INLINE: ['span', 'TextSpan'],
};

/** The type of objects with a `_type` that the model does not declare. */
export const UNKNOWN_NODE = 'UnknownRichTextNode';

/** `_type`s that a model cannot declare. */
export const RESERVED_KINDS: ReadonlySet<string> = new Set(Object.values(TEXT_TYPES).map(([type]) => type));

/** Reads the arguments of `@richText` on a type. @param typeAttribute the `_type` of its objects */
export const readRichTextKind = (
  typeAttribute: string,
  { as, text }: Readonly<Record<string, unknown>>,
): RichTextKind => ({
  type: typeAttribute,
  text: text === undefined ? undefined : [text].flat().map(String),
  positions: [as]
    .flat()
    .filter((position): position is RichTextPosition => Object.hasOwn(RICH_TEXT_UNIONS, String(position))),
});

type Kinds = ReadonlyMap<string, ModelType>;

/** The kinds at each position, by the types of their model. */
const kindsOfTypes = new WeakMap<Model['types'], Map<RichTextPosition, Kinds>>();

/** Returns the model's types for the objects at a position, by their `_type`. */
export function kindsAt({ types }: Pick<Model, 'types'>, position: RichTextPosition): Kinds {
  const byPosition = kindsOfTypes.get(types) ?? new Map<RichTextPosition, Kinds>();
  kindsOfTypes.set(types, byPosition);
  const kinds = byPosition.get(position) ?? readKinds(types, position);
  byPosition.set(position, kinds);
  return kinds;
}

const readKinds = (types: Model['types'], position: RichTextPosition): Kinds => {
  const declared = typesAt(types, position);
  // A type of the model stands for the core type with its `_type`.
  const byPrecedence = [...declared.filter((type) => !isCoreType(type)), ...declared.filter(isCoreType)];
  const kinds = new Map<string, ModelType>();
  for (const type of byPrecedence) {
    const name = type.richText?.type ?? '';
    if (!kinds.has(name)) kinds.set(name, type);
  }
  return kinds;
};

const typesAt = (types: Model['types'], position: RichTextPosition): readonly ModelType[] =>
  [...types.values()].filter(({ richText }) => richText?.positions.includes(position));

/** Returns the names of the types at a position, by `_type`, without the type of unknown objects. */
export function typeNamesAt(
  model: Pick<Model, 'types'>,
  position: RichTextPosition,
): ReadonlyMap<string, string> {
  const text = TEXT_TYPES[position];
  return new Map([
    ...(text ? [text] : []),
    ...[...kindsAt(model, position)].map(([type, { name }]) => [type, name] as const),
  ]);
}

const DESCRIPTIONS: Readonly<Record<RichTextPosition, string>> = {
  BLOCK: 'A block of a rich text.',
  INLINE: 'A part of a block of text: a span, or an object between spans.',
  ANNOTATION: 'An annotation of spans, such as a link.',
};

/**
 * Returns the SDL of the union of a position. It has the core types of every model, so that fragments on them are valid also where
 * a type of the model stands for one.
 */
export function richTextUnion(model: Pick<Model, 'types'>, position: RichTextPosition): string {
  const core = typesAt(model.types, position).filter(isCoreType);
  const names = new Set([...typeNamesAt(model, position).values(), ...core.map(({ name }) => name)]);
  return `"${DESCRIPTIONS[position]}" union ${RICH_TEXT_UNIONS[position]} = ${[...names, UNKNOWN_NODE].join(' | ')}`;
}

/** Returns what the SDL of a type in rich text lacks to be a part of one; empty if the model declares it. */
export const richTextInterface = ({ richText, node }: ModelType): string =>
  richText && !node.interfaces?.some(({ name }) => name.value === 'RichTextNode')
    ? 'implements RichTextNode'
    : '';
