/** A rule of a sheet, or rules under a common condition or layer. */
export type SheetNode =
  | {
      readonly css: string;
      /** Of each of its selectors the signs of the CSS modules it takes classes from; the rule is needed where one has all. */
      readonly needs: readonly (readonly string[])[];
    }
  | { readonly open: string; readonly nodes: readonly SheetNode[] };

/** Class attributes of markup as React writes it. */
const CLASSES = /\bclass="([^"]*)"/g;
const SIGN = /_([0-9a-z]{4})(?=\s|$)/g;

/**
 * What of the sheet each part of a page needs, so that the page is painted without waiting for a file.
 * @param tree the sheet, as `build/cssRules.ts` reads it
 * @returns gives, for the markup of each part in turn, the rules that it needs and no part before it did
 */
export function sheetFor(tree: readonly SheetNode[]): (markup: string) => string {
  let given: ReadonlySet<string> | undefined;
  return (markup) => {
    const before = given;
    const now = new Set(before);
    for (const [, names = ''] of markup.matchAll(CLASSES))
      for (const [, sign] of names.matchAll(SIGN)) now.add(sign as string);
    if (before && now.size === before.size) return '';
    given = now;
    return write(tree, ({ needs }) => isMet(needs, now) && !(before && isMet(needs, before)));
  };
}

/** A rule of a sheet, or a statement. */
export type Rule = Extract<SheetNode, { css: string }>;

const isMet = (needs: Rule['needs'], signs: ReadonlySet<string>): boolean =>
  needs.some((all) => all.every((sign) => signs.has(sign)));

/** The wanted rules as the text of a sheet. */
export function write(nodes: readonly SheetNode[], isWanted: (rule: Rule) => boolean): string {
  let text = '';
  for (const node of nodes) {
    if ('css' in node) {
      if (isWanted(node)) text += node.css;
      continue;
    }
    const inner = write(node.nodes, isWanted);
    if (inner) text += `${node.open}{${inner}}`;
  }
  return text;
}
