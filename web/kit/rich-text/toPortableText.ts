import { isTextBlock, isTextSpan, present, type RichTextNode } from '../../../schema/rich-text/nodes.ts';

/** An object of Portable Text (https://portabletext.org). */
export interface PortableTextObject {
  _type: string;
  _key: string;
  [attribute: string]: unknown;
}

/** The `_type`s of the types of core that have another name. */
const CORE_TYPES: Readonly<Record<string, string>> = { RichTextLink: 'link', RichTextPicture: 'image' };

/**
 * Converts `RichText.blocks` to Portable Text, for renderers such as `@portabletext/react`. Objects keep the fields that the query
 * selects. Nodes that failed are left out.
 * @param types the `_type` of each type of the model that is not its name in lower camel case, e.g. `{ Formula: 'math' }`
 */
export function toPortableText(
  blocks: readonly (RichTextNode | null)[],
  types: Readonly<Record<string, string>> = {},
): PortableTextObject[] {
  const convert = (node: RichTextNode, index: number): PortableTextObject => {
    const { __typename: name = '', key, ...fields } = node as RichTextNode & Record<string, unknown>;
    const _key = key ?? String(index);
    if (isTextSpan(node)) return { ...fields, _type: 'span', _key };
    if (isTextBlock(node)) {
      const { listItem, level, ...rest } = fields;
      return {
        ...rest,
        ...(listItem != null && { listItem }),
        ...(level != null && { level }),
        _type: 'block',
        _key,
        children: present(node.children).map(convert),
        markDefs: present(node.markDefs).map(convert),
      };
    }
    if (name === 'UnknownRichTextNode') return { ...(fields.json as PortableTextObject), _key };
    const _type = types[name] ?? CORE_TYPES[name] ?? name.charAt(0).toLowerCase() + name.slice(1);
    return { ...fields, _type, _key };
  };
  return present(blocks).map(convert);
}
