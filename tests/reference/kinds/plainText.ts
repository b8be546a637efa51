import type { Model, ModelType, RichTextPosition } from '../../../gateway/core/model/model.ts';
import { isObject } from '../../../gateway/core/validators.ts';
import { toArray } from '../dataset.ts';

type Words = Pick<Model, 'types' | 'unions' | 'objectText'>;
type Node = Readonly<Record<string, unknown>>;

/** Names of fields whose texts are for machines. */
const MACHINE_NAMES = ['id', 'key', 'type', 'html', 'href', 'src', 'srcset'];

/**
 * Returns the plain text of Portable Text: blocks and objects with words are separated by an empty line, and the notes follow.
 * @param model `objectText` has the text of objects; those without it have the words of their fields
 */
export function plainText(model: Words, value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const notes: Node[] = [];
  const texts = textsOf(model, value, notes);
  for (const note of notes) texts.push(...textOf(model, note, 'ANNOTATION', notes));
  return texts.join('\n\n');
}

function textsOf(model: Words, value: unknown, notes: Node[]): string[] {
  return toArray(value)
    .filter(isObject)
    .flatMap((block) => {
      if (block._type !== 'block') return textOf(model, block, 'BLOCK', notes);
      const children = toArray(block.children).filter(isObject);
      const marks = children.flatMap((child) => toArray(child.marks));
      notes.push(
        ...toArray(block.markDefs)
          .filter(isObject)
          .filter(({ _key }) => marks.includes(_key)),
      );
      return children
        .map(
          (child) => (child._type === 'span' ? child.text : textOf(model, child, 'INLINE', notes)[0]) ?? '',
        )
        .join('');
    });
}

/** Returns the text of an object; none if it has no words. */
function textOf(model: Words, node: Node, position: RichTextPosition, notes: Node[]): string[] {
  const kind = [...model.types.values()].find(
    ({ richText }) => richText?.type === node._type && richText?.positions.includes(position),
  );
  const words = kind ? wordsOf(model, node, kind, notes) : [];
  const text = model.objectText?.(node) ?? words.join(position === 'INLINE' ? ' ' : '\n');
  return text === '' ? [] : [text];
}

function wordsOf(model: Words, object: Node, type: ModelType, notes: Node[]): string[] {
  const fields = [...type.fields.values()];
  const declared = type.richText?.text;
  const chosen = declared
    ? declared.flatMap((name) => fields.filter((field) => field.name === name))
    : fields.filter(({ name }) => {
        const lower = name.toLowerCase();
        return !lower.startsWith('_') && !lower.endsWith('url') && !MACHINE_NAMES.includes(lower);
      });
  return chosen.flatMap(({ name, source, localized, shape, typeName }) => {
    const path = source.kind === 'groq' ? source.expr : name;
    if (localized || (source.kind !== 'attribute' && !/^(@|[A-Za-z_][\w.]*)$/.test(path))) return [];
    const steps = path === '@' ? [] : path.split('.');
    const value = steps.reduce<unknown>((outer, step) => (isObject(outer) ? outer[step] : undefined), object);
    if (shape === 'richText') return textsOf(model, value, notes);
    if (shape === 'image')
      return [value].flat().flatMap((image) => texts(isObject(image) ? image.caption : undefined));
    if (shape === 'scalar' && typeName === 'String') return toArray(value).flatMap(texts);
    const types = shape === 'union' ? (model.unions.get(typeName) ?? []) : [typeName];
    const inner = types.flatMap((each) => model.types.get(each) ?? []).filter(({ document }) => !document);
    return toArray(value)
      .filter(isObject)
      .flatMap((each) => {
        const own =
          inner.length === 1 ? inner[0] : inner.find(({ typeAttribute }) => typeAttribute === each._type);
        return own ? wordsOf(model, each, own, notes) : [];
      });
  });
}

const texts = (value: unknown): string[] => (typeof value === 'string' && value.trim() !== '' ? [value] : []);
