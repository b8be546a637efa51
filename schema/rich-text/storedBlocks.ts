import type { Blocks, RichTextNode, TextBlock, TextSpan } from './nodes.ts';

type Stored = Readonly<Record<string, unknown>>;

/** The name of the type of objects of the content service, whose types of the API are unknown. */
const STORED_OBJECT = '';

/** Returns whether a value is a rich text as the content service stores it. */
export const isStoredText = (value: unknown): boolean =>
  objectsIn(value).some(({ _type }) => _type === 'block');

/** Returns the blocks of a rich text as the content service stores it. Its objects keep their attributes. */
export const storedBlocks = (json: unknown): Blocks => objectsIn(json).map(blockOf);

const blockOf = (block: Stored, index: number): RichTextNode | TextBlock => {
  if (block._type !== 'block') return objectOf(block, index);
  const { _key, style, listItem, level, children, markDefs } = block;
  return {
    __typename: 'TextBlock',
    key: keyOf(_key, index),
    style: typeof style === 'string' ? style : 'normal',
    listItem: typeof listItem === 'string' ? listItem : null,
    level: typeof level === 'number' ? level : null,
    children: objectsIn(children).map((child, i) =>
      child._type === 'span' ? spanOf(child, i) : objectOf(child, i),
    ),
    markDefs: objectsIn(markDefs).map(objectOf),
  };
};

const spanOf = ({ _key, text, marks }: Stored, index: number): TextSpan => ({
  __typename: 'TextSpan',
  key: keyOf(_key, index),
  text: typeof text === 'string' ? text : '',
  marks: Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [],
});

const objectOf = (object: Stored, index: number): RichTextNode => ({
  ...object,
  __typename: STORED_OBJECT,
  key: keyOf(object._key, index),
});

const keyOf = (key: unknown, index: number): string => (typeof key === 'string' ? key : String(index));

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectsIn = (list: unknown): Stored[] => (Array.isArray(list) ? list.filter(isStored) : []);
