import type { Model, ModelType, RichTextPosition } from '../../../core/model/model.ts';
import { kindsAt } from '../../../core/model/richTextKinds.ts';
import { isObject, isText, listOf, objectOf, type Validator } from '../../../core/validators.ts';
import { attribute, attributeOf } from './groq.ts';
import { TEXT } from './valueKinds.ts';
import { type WordField, wordFieldsOf } from './wordFields.ts';

type TextModel = Pick<Model, 'types' | 'unions' | 'objectText'>;

/** Rich texts within objects of a rich text that conditions read, such as notes and notes within notes. */
const MAX_NESTED_TEXTS = 2;

/** Returns the types at a position whose objects have words, by their `_type`. */
const kindsWithWords = (model: TextModel, position: RichTextPosition) =>
  [...kindsAt(model, position)].filter(([, type]) => wordFieldsOf(model, type).length > 0);

const typesAt = (model: TextModel, position: RichTextPosition): string =>
  JSON.stringify(kindsWithWords(model, position).map(([type]) => type));

/**
 * Returns GROQ for the plain text of a rich text, which `readPlainText` completes. `pt::text` drops all objects, so a text with
 * objects is projected as it is stored.
 */
export function plainTextGroq(model: TextModel, source: string): string {
  const hasObjects = [
    model.objectText ? '_type != "block"' : `_type in ${typesAt(model, 'BLOCK')}`,
    'count(children[_type != "span"]) > 0',
    `count(markDefs[_type in ${typesAt(model, 'ANNOTATION')}]) > 0`,
  ];
  return `select(count(${source}[${hasObjects.join(' || ')}]) > 0 => {"@blocks": ${source}}, pt::text(${source}))`;
}

/** Accepts the result of `plainTextGroq`. */
export const isPlainText: Validator = (value) =>
  isText(value) || objectOf({ '@blocks': listOf(isObject) })(value);

/**
 * Returns GROQ for the texts of a rich text, for conditions: a list of its plain text without objects, and the words of its objects
 * and of its notes.
 */
export function textsGroq(model: TextModel, source: string): string {
  const texts = inBlocks(model, (type) => listGroq(model, wordFieldsOf(model, type), 'richText', new Set()));
  const words = inBlocks(model, (type) => listGroq(model, wordFieldsOf(model, type), 'text', new Set()));
  let blocks = source;
  if (texts)
    for (let level = 0; level < MAX_NESTED_TEXTS; level += 1)
      blocks = `[${spread(`${source}[]`)}, ${spread(elementsOf(blocks, texts))}]`;
  return words ? `[pt::text(${blocks}), ${spread(elementsOf(blocks, words))}]` : `[pt::text(${blocks})]`;
}

/** Returns GROQ for the lists in elements, joined. */
const elementsOf = (list: string, inner: string): string => `(${list}[]{"_": ${inner}}[defined(_)])[]._[]`;

const spread = (list: string): string => `...coalesce(${list}, [])`;

/** Returns GROQ for a list of values of the objects in a block; undefined for none. @param of returns the list of an object */
function inBlocks(model: TextModel, of: (type: ModelType) => string | undefined): string | undefined {
  const at = (position: RichTextPosition) =>
    kindsWithWords(model, position).flatMap(([name, type]) => {
      const list = of(type);
      return list ? [`_type == ${JSON.stringify(name)} => ${list}`] : [];
    });
  const within = [
    ['children', at('INLINE')],
    // An annotation without words that it marks is not in the text.
    ['markDefs[_key in ^.children[].marks[]]', at('ANNOTATION')],
  ] as const;
  const inner = within.flatMap(([list, kinds]) =>
    kinds.length > 0 ? [spread(elementsOf(list, `select(${kinds.join(', ')})`))] : [],
  );
  const cases = [...(inner.length > 0 ? [`_type == "block" => [${inner.join(', ')}]`] : []), ...at('BLOCK')];
  return cases.length > 0 ? `select(${cases.join(', ')})` : undefined;
}

/**
 * Returns GROQ for a list of the texts, or of the blocks of the rich texts, in the fields of an object; undefined for none.
 * @param within the types around the fields: an object within one of its own type is not read
 */
function listGroq(
  model: TextModel,
  fields: readonly WordField[],
  kind: 'text' | 'richText',
  within: ReadonlySet<ModelType>,
): string | undefined {
  const items = fields.flatMap(({ path, isList, types, ...field }) => {
    const value = pathGroq(path);
    if (field.kind === 'objects') {
      const inner = objectsGroq(model, types, kind, within);
      return inner ? [spread(isList ? elementsOf(value, inner) : elementsOf(`[${value}]`, inner))] : [];
    }
    if (field.kind === 'richText') return kind === 'richText' ? [spread(`${value}[]`)] : [];
    if (kind === 'richText') return [];
    const caption = field.kind === 'image' ? ['caption'] : [];
    if (!isList) return [`coalesce(${TEXT.comparable(pathGroq([...path, ...caption]))}, "")`];
    const texts = [`${value}[]`, ...caption].join('.');
    return [spread(`(${texts})[defined(${TEXT.comparable('@')})]`)];
  });
  return items.length > 0 ? `[${items.join(', ')}]` : undefined;
}

/** Returns GROQ for the value at a path of attributes. */
const pathGroq = (path: readonly string[]): string =>
  path.map(attribute).reduce((outer, step) => (outer ? outer + attributeOf(step) : step), '') || '@';

function objectsGroq(
  model: TextModel,
  types: readonly ModelType[],
  kind: 'text' | 'richText',
  within: ReadonlySet<ModelType>,
): string | undefined {
  const lists = types.flatMap((type) => {
    if (within.has(type)) return [];
    const list = listGroq(model, wordFieldsOf(model, type), kind, new Set(within).add(type));
    return list ? [{ type: type.typeAttribute, list }] : [];
  });
  const [first] = lists;
  if (types.length === 1) return first?.list;
  const cases = lists.map(({ type, list }) => `_type == ${JSON.stringify(type)} => ${list}`);
  return cases.length > 0 ? `select(${cases.join(', ')})` : undefined;
}
