import {
  hasMany,
  isReference,
  type Model,
  type ModelField,
  type ModelType,
  type RichTextPosition,
} from '../../../core/model/model.ts';
import { kindsAt } from '../../../core/model/richTextKinds.ts';
import { inlineTypes } from '../../../core/model/unionMembers.ts';
import { attributeOf, fieldGroq, isAttribute } from './groq.ts';

/** References that are followed regardless of what the model declares; see `RichTextLinks.documents`. */
const COMMON_PATHS = [
  '_ref',
  'reference._ref',
  'markDefs[].reference._ref',
  'markDefs[]._ref',
  'children[].reference._ref',
  'markDefs[].text[].markDefs[].reference._ref',
  'markDefs[].text[].markDefs[]._ref',
];

/** The paths of the parts of a block, by position. */
const PARTS: Readonly<Record<RichTextPosition, string>> = {
  BLOCK: '',
  INLINE: 'children[]',
  ANNOTATION: 'markDefs[]',
};
/** Rich texts within objects of a rich text, such as notes. */
const MAX_NESTED_TEXTS = 1;

/** Returns the paths of references in a block of rich text: the common paths, and paths in the objects that the model declares. */
export const richTextReferences = (model: Pick<Model, 'types' | 'unions'>): readonly string[] => [
  ...new Set([...COMMON_PATHS, ...pathsInBlock(model, '', 0)]),
];

function pathsInBlock(model: Pick<Model, 'types' | 'unions'>, prefix: string, nesting: number): string[] {
  return (Object.keys(PARTS) as RichTextPosition[]).flatMap((position) =>
    [...kindsAt(model, position).values()].flatMap((kind) =>
      pathsIn({ model, nesting, within: new Set() }, kind, join(prefix, PARTS[position])),
    ),
  );
}

interface Search {
  readonly model: Pick<Model, 'types' | 'unions'>;
  /** The number of rich texts around the object. */
  readonly nesting: number;
  /** The types of the objects around it. An object within one of its own type is not searched. */
  readonly within: ReadonlySet<string>;
}

function pathsIn(search: Search, type: ModelType, prefix: string): string[] {
  if (search.within.has(type.name)) return [];
  const inner = { ...search, within: new Set(search.within).add(type.name) };
  return [...type.fields.values()].filter(isAttribute).flatMap((field) => pathsOfField(inner, field, prefix));
}

function pathsOfField(search: Search, field: ModelField, prefix: string): string[] {
  const { model, nesting } = search;
  const path = `${join(prefix, fieldGroq(field))}${hasMany(field) ? '[]' : ''}`;
  if (field.shape === 'richText')
    return nesting < MAX_NESTED_TEXTS ? pathsInBlock(model, `${path}[]`, nesting + 1) : [];
  return [
    ...(isReference(field) ? [`${path}._ref`] : []),
    ...inlineTypes(model, field.typeName).flatMap((type) => pathsIn(search, type, path)),
  ];
}

const join = (prefix: string, step: string): string =>
  prefix === '' ? step : step === '' ? prefix : `${prefix}${attributeOf(step)}`;
