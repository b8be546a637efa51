import { isMachineName } from '../../../../schema/rich-text/readableBlocks.ts';
import type { Model, ModelField, ModelType } from '../../../core/model/model.ts';
import { inlineTypes } from '../../../core/model/unionMembers.ts';
import { attributePath, isAttribute } from './groq.ts';

type Declarations = Pick<Model, 'types' | 'unions'>;

/** A field whose value belongs to the plain text of the object in a rich text. */
export interface WordField {
  /** The attributes that lead to the value; none for the object itself. */
  readonly path: readonly string[];
  readonly isList: boolean;
  /** The words of an image are its caption. */
  readonly kind: 'text' | 'image' | 'richText' | 'objects';
  /** The types of inline objects; several for a union. Empty for other kinds. */
  readonly types: readonly ModelType[];
}

const fieldsOfTypes = new WeakMap<ModelType, readonly WordField[]>();

/**
 * Returns the fields with the words of an object in a rich text, in order: the fields that `@richText(text:)` names. Default: the stored
 * texts, rich texts, captions of images, and inline objects with such fields, without texts whose names say that they are for
 * machines, such as `href`.
 */
export function wordFieldsOf(model: Declarations, type: ModelType): readonly WordField[] {
  const known = fieldsOfTypes.get(type) ?? readWordFields(model, type);
  fieldsOfTypes.set(type, known);
  return known;
}

function readWordFields(model: Declarations, type: ModelType): readonly WordField[] {
  const { fields, richText } = type;
  const declared = richText?.text?.flatMap((name) => fields.get(name) ?? []);
  return (declared ?? [...fields.values()].filter(({ name }) => !isMachineName(name))).flatMap(
    (field) => wordField(model, field) ?? [],
  );
}

function wordField(model: Declarations, field: ModelField): WordField | undefined {
  const path = pathOf(field);
  if (!path) return undefined;
  const { shape, typeName, isList } = field;
  if (shape === 'scalar')
    return typeName === 'String' ? { path, isList, kind: 'text', types: [] } : undefined;
  if (shape === 'image') return { path, isList, kind: 'image', types: [] };
  if (shape === 'richText') return { path, isList: false, kind: 'richText', types: [] };
  const types = inlineTypes(model, typeName);
  return types.length > 0 ? { path, isList, kind: 'objects', types } : undefined;
}

/** Returns the attributes of a stored field; undefined for an expression, and for a value that differs by language. */
function pathOf(field: ModelField): readonly string[] | undefined {
  const { source, localized } = field;
  if (source.kind === 'groq' && source.expr === '@' && !localized) return [];
  return isAttribute(field) ? attributePath(field)?.split('.') : undefined;
}
