import { type Blocks, isTextBlock, isTextSpan, present, type RichTextNode, type TextSpan } from './nodes.ts';

/** An annotation under the mark that its spans have. */
export interface MarkDef {
  readonly mark: string;
  readonly node: RichTextNode;
}

/** The spans of a block and the objects between them, with its annotations. */
export interface InlineText {
  readonly children: readonly RichTextNode[];
  readonly markDefs: readonly MarkDef[];
}

/**
 * Reads the spans and objects of a block, with the words of objects in their place.
 * @param blocksOf returns the blocks whose words stand for an object between spans; undefined for an object that stays
 */
export function inlineTextOf(
  block: RichTextNode,
  blocksOf: (object: RichTextNode) => Blocks | undefined,
): InlineText {
  const children: RichTextNode[] = [];
  const markDefs: MarkDef[] = [];
  const addObject = (object: RichTextNode, path: string) => {
    const blocks = blocksOf(object);
    if (blocks) addBlocks(blocks, path);
    else children.push(object);
  };
  const addBlocks = (blocks: Blocks, path: string) => {
    for (const [index, each] of present(blocks).entries()) {
      if (index > 0) children.push(spanOf(' '));
      addBlock(each, `${path}/${index}`);
    }
  };
  // Annotations of two blocks can have the same key.
  const addBlock = (each: RichTextNode, path: string) => {
    if (!isTextBlock(each)) return addObject(each, path);
    const annotations = present(each.markDefs);
    const keys = new Set(annotations.map(({ key }) => key ?? ''));
    markDefs.push(...annotations.map((node) => ({ mark: `${path}/${node.key ?? ''}`, node })));
    for (const [index, child] of present(each.children).entries())
      if (!isTextSpan(child)) addObject(child, `${path}/${index}`);
      else children.push(keys.size === 0 ? child : withMarks(child, keys, path));
  };
  addBlock(block, '');
  return { children, markDefs };
}

const withMarks = (span: TextSpan, keys: ReadonlySet<string>, path: string): TextSpan => ({
  ...span,
  marks: span.marks.map((mark) => (keys.has(mark) ? `${path}/${mark}` : mark)),
});

/** Creates a span without marks. */
export const spanOf = (text: string): TextSpan => ({ __typename: 'TextSpan', text, marks: [] });
