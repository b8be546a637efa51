/** A rule of a style sheet, or an at-rule with nested rules. */
export type CssNode =
  | {
      readonly css: string;
      /** For each selector the hashes of the CSS modules whose classes it contains. The rule applies if all hashes of one are in use. */
      readonly needs: readonly (readonly string[])[];
    }
  | { readonly open: string; readonly nodes: readonly CssNode[] };

/** A rule or a statement. */
export type CssRule = Extract<CssNode, { css: string }>;

/** Class attributes of markup as React writes it. */
const CLASS_ATTRIBUTE = /\bclass="([^"]*)"/g;
/** The module hash at the end of a class name (`build/scopedClassName.ts`). */
const MODULE_HASH = /_([0-9a-z]{4})(?=\s|$)/g;

/**
 * Creates a function that returns the critical CSS of each part of a page, so that the browser paints without waiting for
 * a style sheet.
 * @param rules the style sheet (`build/cssRules.ts`)
 * @returns receives the markup of the parts in order; returns the rules that a part needs and no earlier part needed
 */
export function criticalCss(rules: readonly CssNode[]): (markup: string) => string {
  let sentHashes: ReadonlySet<string> | undefined;
  return (markup) => {
    const before = sentHashes;
    const now = new Set(before);
    for (const [, names = ''] of markup.matchAll(CLASS_ATTRIBUTE))
      for (const [, hash] of names.matchAll(MODULE_HASH)) now.add(hash as string);
    if (before && now.size === before.size) return '';
    sentHashes = now;
    return stringifyRules(
      rules,
      ({ needs }) => isApplicable(needs, now) && !(before && isApplicable(needs, before)),
    );
  };
}

const isApplicable = (needs: CssRule['needs'], hashes: ReadonlySet<string>): boolean =>
  needs.some((required) => required.every((hash) => hashes.has(hash)));

/** Returns the text of the rules that match the predicate. */
export function stringifyRules(nodes: readonly CssNode[], predicate: (rule: CssRule) => boolean): string {
  let text = '';
  for (const node of nodes) {
    if ('css' in node) {
      if (predicate(node)) text += node.css;
      continue;
    }
    const inner = stringifyRules(node.nodes, predicate);
    if (inner) text += `${node.open}{${inner}}`;
  }
  return text;
}
