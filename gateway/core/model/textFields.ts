import type { FieldDefinitionNode } from 'graphql';
import { isMachineName } from '../../../schema/rich-text/readableBlocks.ts';
import { keyField, type Model, type ModelField, type ModelType } from './model.ts';
import { inlineTypes } from './unionMembers.ts';

/** Names of texts that programs read: code, formulas, colours. */
const PROGRAM_NAME = /^(code|css|svg|tex|latex|mathml|formula|language|locale|accent|.*colou?r)$/i;
/** The attribute of a slug. */
const SLUG_ATTRIBUTE = 'current';

type Declarations = Pick<Model, 'types' | 'unions'>;

const textsOfModels = new WeakMap<Declarations, ReadonlySet<FieldDefinitionNode>>();

/** Returns whether a field has texts for readers: see `readTextFields`. */
export function isTextForReaders(model: Declarations, { node }: Pick<ModelField, 'node'>): boolean {
  const texts = textsOfModels.get(model) ?? readTextFields(model);
  textsOfModels.set(model, texts);
  return texts.has(node);
}

/**
 * Returns the fields with texts for readers: words, in which invisible characters do no harm. Slugs, code, formulas and colours are
 * none, and no value of another type than `String`. In objects of rich text, `@richText(text:)` names the fields with words.
 */
function readTextFields(model: Declarations): ReadonlySet<FieldDefinitionNode> {
  const texts = new Set<FieldDefinitionNode>();
  const visited = new Set<ModelType>();
  const visit = (type: ModelType): void => {
    if (visited.has(type)) return;
    visited.add(type);
    const words = type.richText?.text;
    for (const field of type.fields.values()) {
      if (words && !words.includes(field.name)) continue;
      if (isText(type, field)) texts.add(field.node);
      for (const inner of inlineTypes(model, field.typeName)) visit(inner);
    }
  };
  for (const type of model.types.values()) if (type.document || type.richText) visit(type);
  return texts;
}

function isText(type: ModelType, field: ModelField): boolean {
  const { name, typeName, shape, source, localized } = field;
  if (shape !== 'scalar' || typeName !== 'String' || field === keyField(type)) return false;
  const attribute = source.kind === 'groq' ? source.expr.split('.').at(-1) : name;
  if (attribute === SLUG_ATTRIBUTE || localized?.path === SLUG_ATTRIBUTE) return false;
  return [name, attribute ?? ''].every((each) => !isMachineName(each) && !PROGRAM_NAME.test(each));
}
