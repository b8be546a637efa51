import { Kind } from 'graphql';
import type { FieldShape, Model, ModelField } from '../../../core/model/model.ts';
import { membersByType, TEXT_BLOCK, VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { MIXED } from '../extract/mergeShapes.ts';
import type { Shape } from '../extract/shape.ts';

type ShapeKind = Exclude<Shape['kind'], 'list' | 'union' | 'json' | 'absent'>;

/** What a report calls the values of an attribute, and the shapes of fields that can read them. */
const KINDS: Readonly<Record<ShapeKind, { readonly name: string; readonly shapes: readonly FieldShape[] }>> =
  {
    text: { name: 'a text', shapes: ['scalar', 'enum'] },
    number: { name: 'a number', shapes: ['scalar'] },
    boolean: { name: 'a Boolean', shapes: ['scalar'] },
    slug: { name: 'a slug', shapes: ['object'] },
    geopoint: { name: 'a geopoint', shapes: ['geoPoint', 'object', 'union'] },
    video: { name: 'a video', shapes: ['video', 'union'] },
    image: { name: 'an image', shapes: ['image', 'object', 'union'] },
    file: { name: 'a file', shapes: ['file', 'object', 'union'] },
    object: { name: 'an object', shapes: ['object', 'union'] },
    reference: { name: 'a reference', shapes: ['document', 'connection', 'union'] },
    richText: { name: 'rich text', shapes: ['richText'] },
  };

const NUMBERS: ReadonlySet<string> = new Set(['Int', 'Float']);

/** Returns how the kind of an attribute differs from the kind of its field; undefined if the field can read its values. */
export function kindDifference(field: ModelField, shape: Shape): string | undefined {
  if (field.typeName === 'JSON') return undefined;
  if (shape.kind === 'json' && shape.reason === MIXED)
    return `has the type ${field.typeName}, the attribute has ${MIXED}`;
  if (!(shape.kind in KINDS)) return undefined;
  if (shape.kind === 'text' && field.shape === 'enum' && shape.values === undefined)
    return `has the choices of ${field.typeName}, the attribute is any text`;
  const { name, shapes } = KINDS[shape.kind as ShapeKind];
  const isOfKind =
    (shapes.includes(field.shape) && (field.shape !== 'scalar' || isScalarOf(shape.kind, field))) ||
    // A model can declare the blocks of a text as a list of objects.
    (shape.kind === 'richText' && field.isList && /^(object|union)$/.test(field.shape));
  return isOfKind ? undefined : `has the type ${field.typeName}, the attribute is ${name}`;
}

function isScalarOf(kind: Shape['kind'], { typeName }: ModelField): boolean {
  if (kind === 'number') return NUMBERS.has(typeName);
  if (kind === 'boolean') return typeName === 'Boolean';
  return !NUMBERS.has(typeName) && typeName !== 'Boolean';
}

/** The choices that only the studio or only the enum of a field has. */
export interface ChoiceDifferences {
  readonly inStudio: readonly string[];
  readonly inModel: readonly string[];
}

/** Compares the choices of a text with the values of an enum; undefined if the field is no enum. */
export function choiceDifferences(
  { enums }: Pick<Model, 'enums'>,
  { typeName }: ModelField,
  shape: Shape,
): ChoiceDifferences | undefined {
  const stored = enums.get(typeName);
  if (!stored || shape.kind !== 'text') return undefined;
  const choices = (shape.values ?? []).map(String);
  const texts = [...stored.values()];
  return {
    inStudio: choices.filter((choice) => !texts.includes(choice)),
    inModel: texts.filter((text) => !choices.includes(text)),
  };
}

/** The `_type`s of values whose shape has none. */
const TYPES_OF_KINDS: Readonly<Partial<Record<Shape['kind'], string>>> = {
  geopoint: 'geopoint',
  video: VIDEO_OBJECT,
  richText: TEXT_BLOCK,
};

/** Returns the members of a union that none of the values can be; none if a value can be anything. */
export function unusedMembers(model: Model, union: string, shapes: readonly Shape[]): readonly string[] {
  const isOpen = shapes.some(
    (shape) => shape.kind === 'json' || (shape.kind === 'reference' && shape.to.length === 0),
  );
  if (isOpen || !isUnion(model, union)) return [];
  const types = new Set(
    shapes.flatMap((shape): readonly (string | undefined)[] => {
      if (shape.kind === 'reference') return shape.to;
      return [TYPES_OF_KINDS[shape.kind] ?? ('type' in shape ? shape.type : undefined)];
    }),
  );
  return [...membersByType(model, union)].flatMap(([type, member]) => (types.has(type) ? [] : [member]));
}

/** Returns whether a model declares a union of this name, and not an interface, whose members declare it themselves. */
export const isUnion = ({ definitions }: Model, name: string): boolean =>
  definitions.definitions.some(
    (node) => node.kind === Kind.UNION_TYPE_DEFINITION && node.name.value === name,
  );
