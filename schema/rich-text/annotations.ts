import type { InlineText } from './inlineText.ts';
import { isTextSpan, type RichTextNode } from './nodes.ts';

/** An annotation of a block, with the spans that it marks. */
export interface Annotation {
  /** Its key in the nodes that are rendered: unique in its block, and no name of a decorator. */
  readonly key: string;
  readonly node: RichTextNode;
  /** The address to which it leads. */
  readonly link: string | undefined;
  /** The positions of its spans among the children. */
  readonly spans: ReadonlySet<number>;
}

/** The annotations of a block. */
export interface Annotations {
  /** The annotations with spans. */
  readonly all: readonly Annotation[];
  /** The links that share all their words with shorter links. HTML has no link within a link. */
  readonly hiddenLinks: ReadonlySet<Annotation>;
  /** Returns the marks of a span: each decorator and annotation once, and one link at most. */
  marksAt(position: number): readonly string[];
  /** Returns the annotations of a span in the order of its marks. */
  at(position: number): readonly Annotation[];
}

/**
 * Reads the annotations of a block. A mark means all annotations with its key. Of several links on a span, the link with the
 * fewest spans is kept, so that each keeps words of its own.
 */
export function readAnnotations(
  { children, markDefs }: InlineText,
  linkOf: (annotation: RichTextNode) => string | undefined,
): Annotations {
  const spans = spansByMark(children);
  const byMark = new Map<string, Annotation[]>();
  for (const [index, { mark, node }] of markDefs.entries()) {
    const own = spans.get(mark);
    if (!own) continue;
    const annotation = { key: `@${index}`, node, link: linkOf(node), spans: own };
    byMark.set(mark, [...(byMark.get(mark) ?? []), annotation]);
  }
  const at = (position: number): readonly Annotation[] => {
    const child = children[position] ?? null;
    return isTextSpan(child) ? [...new Set(child.marks)].flatMap((mark) => byMark.get(mark) ?? []) : [];
  };
  const all = [...byMark.values()].flat();
  const links = children.map((_, position) => shortestLink(at(position)));
  const shown = new Set(links);
  return {
    all,
    at,
    hiddenLinks: new Set(all.filter((annotation) => annotation.link !== undefined && !shown.has(annotation))),
    marksAt(position) {
      const child = children[position] ?? null;
      const decorators = isTextSpan(child)
        ? child.marks.filter((mark) => !byMark.has(mark) && isName(mark))
        : [];
      const annotations = at(position).filter(
        (annotation) => annotation.link === undefined || annotation === links[position],
      );
      return [...new Set(decorators), ...annotations.map(({ key }) => key)];
    },
  };
}

/** Returns the positions of the spans with each mark. */
function spansByMark(children: readonly RichTextNode[]): ReadonlyMap<string, Set<number>> {
  const spans = new Map<string, Set<number>>();
  for (const [position, child] of children.entries())
    if (isTextSpan(child))
      for (const mark of child.marks) spans.set(mark, (spans.get(mark) ?? new Set()).add(position));
  return spans;
}

const shortestLink = (annotations: readonly Annotation[]): Annotation | undefined =>
  annotations
    .filter(({ link }) => link !== undefined)
    .reduce<Annotation | undefined>(
      (best, next) => (best && best.spans.size <= next.spans.size ? best : next),
      undefined,
    );

/**
 * Returns the positions after which the marked words of an annotation end. Empty spans and objects between marked words belong to
 * them.
 */
export function wordEnds({ spans }: Annotation, children: readonly RichTextNode[]): ReadonlySet<number> {
  const words = children.flatMap((child, position) =>
    isTextSpan(child) && (child.text !== '' || spans.has(position)) ? [position] : [],
  );
  return new Set(words.filter((position, i) => spans.has(position) && !spans.has(words[i + 1] ?? -1)));
}

/** False for names that renderers reserve, and for names of `Object.prototype`, under which they would find a function. */
export const isName = (name: string): boolean => !name.startsWith('@') && !(name in Object.prototype);
