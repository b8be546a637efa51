import type { Model, ModelType, RichTextPosition } from '../../../core/model/model.ts';
import { kindsAt } from '../../../core/model/richTextKinds.ts';
import { isObject } from '../../../core/validators.ts';
import { isFormula } from '../bounds/richTextForms.ts';
import { wordFieldsOf } from '../groq/wordFields.ts';

/** TeX of a rich text that is converted: it takes some microseconds a character. Further formulas stay TeX. */
const MAX_CONVERTED_CHARACTERS = 4_000;
/** Stands for a formula where words are counted. */
const FORMULA_WORD = 'x';

type TextModel = Pick<Model, 'types' | 'unions' | 'objectText'>;
type Node = Readonly<Record<string, unknown>>;

/** A rich text with objects, as `plainTextGroq` projects it. Sanity attributes cannot begin with `@`. */
interface StoredBlocks {
  readonly '@blocks': readonly unknown[];
}

/**
 * Returns the plain text for a result of `plainTextGroq`; empty for null. Blocks are separated by an empty line, the texts of an
 * object by a line break. Notes follow the text.
 */
export function readPlainText(model: TextModel, value: unknown): string {
  let convertedCharacters = 0;
  return readText(model, value, (node) => {
    const tex = model.objectText && texOf(node);
    convertedCharacters += tex?.length ?? 0;
    return tex && convertedCharacters > MAX_CONVERTED_CHARACTERS ? tex : model.objectText?.(node);
  });
}

/** Returns the plain text with one word in place of each formula, whose conversion takes longer than to count the words. */
export const readCountedText = (model: TextModel, value: unknown): string =>
  readText(model, value, (node) => (texOf(node) === undefined ? model.objectText?.(node) : FORMULA_WORD));

/** Replaces every result of `plainTextGroq` within a value by its plain text. */
export function readPlainTexts(model: TextModel, value: unknown): unknown {
  if (isStoredBlocks(value)) return readPlainText(model, value);
  if (Array.isArray(value)) return value.map((inner) => readPlainTexts(model, inner));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readPlainTexts(model, inner)]));
}

const isStoredBlocks = (value: unknown): value is StoredBlocks =>
  isObject(value) && Array.isArray(value['@blocks']);

function texOf(node: Node): string | undefined {
  const name = Object.keys(node).find((attribute) => isFormula(node, attribute));
  const tex = name === undefined ? undefined : node[name];
  return typeof tex === 'string' ? tex : undefined;
}

type TextOf = (node: Node) => string | undefined;

function readText(model: TextModel, value: unknown, textOf: TextOf): string {
  if (!isStoredBlocks(value)) return typeof value === 'string' ? value : '';
  const reader = new PlainTextReader(model, textOf);
  return [...reader.textsOf(value['@blocks']), ...reader.readNotes()].join('\n\n');
}

class PlainTextReader {
  readonly #model: TextModel;
  readonly #textOf: TextOf;
  /** The notes that are not read yet. */
  readonly #notes: Node[] = [];

  constructor(model: TextModel, textOf: TextOf) {
    this.#model = model;
    this.#textOf = textOf;
  }

  /** Returns the texts of blocks. Objects without words are left out. */
  textsOf(blocks: unknown): string[] {
    return objectsIn(blocks).flatMap((block) => {
      if (block._type === 'block') return [this.#textOfBlock(block)];
      return notEmpty(this.#wordsOf(block, 'BLOCK', '\n'));
    });
  }

  /** Returns the texts of the notes, then the texts of notes within them. */
  readNotes(): string[] {
    const texts: string[] = [];
    for (let note = this.#notes.shift(); note; note = this.#notes.shift())
      texts.push(...notEmpty(this.#wordsOf(note, 'ANNOTATION', '\n')));
    return texts;
  }

  #textOfBlock({ children, markDefs }: Node): string {
    const nodes = objectsIn(children);
    const marks = new Set(nodes.flatMap((node) => (Array.isArray(node.marks) ? node.marks : [])));
    this.#notes.push(...objectsIn(markDefs).filter(({ _key }) => marks.has(_key)));
    return nodes
      .map((node) => {
        if (node._type === 'span' || (typeof node.text === 'string' && node._type === undefined))
          return typeof node.text === 'string' ? node.text : '';
        return this.#wordsOf(node, 'INLINE', ' ');
      })
      .join('');
  }

  #wordsOf(node: Node, position: RichTextPosition, separator: string): string {
    const type = typeof node._type === 'string' ? kindsAt(this.#model, position).get(node._type) : undefined;
    return this.#textOf(node) ?? (type ? this.#textsIn(node, type).join(separator) : '');
  }

  #textsIn(object: Node, type: ModelType): string[] {
    return wordFieldsOf(this.#model, type).flatMap(({ path, isList, kind, types }) => {
      const value = path.reduce<unknown>(
        (outer, name) => (isObject(outer) ? outer[name] : undefined),
        object,
      );
      if (kind === 'richText') return this.textsOf(value);
      return (isList ? itemsOf(value) : [value]).flatMap((one) => {
        const text = kind === 'image' ? (isObject(one) ? one.caption : undefined) : one;
        if (kind !== 'objects') return typeof text === 'string' && text.trim() !== '' ? [text] : [];
        const inner =
          types.length === 1
            ? types[0]
            : types.find((each) => each.typeAttribute === (isObject(one) && one._type));
        return inner && isObject(one) ? this.#textsIn(one, inner) : [];
      });
    });
  }
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const objectsIn = (list: unknown): Node[] => itemsOf(list).filter(isObject);

const notEmpty = (text: string): string[] => (text === '' ? [] : [text]);
