import type { RootContent } from 'mdast';
import { element, type Markup } from './xml.ts';

type Node = RootContent;
type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

/** The HTML of each kind of node that `markdownNodes` returns. Formulas stay TeX, because readers of feeds show no MathML. */
const ELEMENTS: { readonly [Type in Node['type']]?: (node: NodeOf<Type>) => Markup | string } = {
  paragraph: ({ children }) => element('p', markdownHtml(children)),
  // The title of the entry is above them.
  heading: ({ depth, children }) => element(`h${Math.max(2, depth)}`, markdownHtml(children)),
  blockquote: ({ children }) => element('blockquote', markdownHtml(children)),
  list: ({ ordered, children }) => element(ordered ? 'ol' : 'ul', markdownHtml(children)),
  listItem: ({ children }) => element('li', markdownHtml(children)),
  code: ({ value }) => element('pre', [element('code', value)]),
  text: ({ value }) => value,
  break: () => element('br', null),
  inlineCode: ({ value }) => element('code', value),
  strong: ({ children }) => element('strong', markdownHtml(children)),
  emphasis: ({ children }) => element('em', markdownHtml(children)),
  link: ({ url, children }) => element('a', markdownHtml(children), { href: url }),
  image: ({ url, alt }) => element('img', null, { src: url, alt: alt ?? '' }),
  math: ({ value }) => element('pre', [element('code', value)]),
  inlineMath: ({ value }) => element('code', value),
  footnoteReference: ({ identifier }) => element('sup', identifier),
  footnoteDefinition: ({ identifier, children }) =>
    element('div', [element('p', [element('sup', identifier)]), ...markdownHtml(children)]),
};

/** Returns the HTML of nodes of Markdown. An empty element is left out, because HTML would not close it. */
export const markdownHtml = (nodes: readonly Node[]): (Markup | string)[] =>
  nodes.flatMap((node) => {
    const isEmpty = 'children' in node ? node.children.length === 0 : 'value' in node && node.value === '';
    const toElement = ELEMENTS[node.type] as ((node: Node) => Markup | string) | undefined;
    return toElement && !isEmpty ? [toElement(node)] : [];
  });
