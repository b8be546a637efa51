/** A rule of a style sheet, or an at-rule with nested rules. */
export type CssNode =
  | {
      readonly css: string;
      /** For each selector the numbers of the CSS modules whose classes it contains. The rule applies if all modules of one are in use. */
      readonly needs: readonly (readonly string[])[];
    }
  | { readonly open: string; readonly nodes: readonly CssNode[] };

/** A rule or a statement. */
export type CssRule = Extract<CssNode, { css: string }>;

/** Class attributes of markup as React writes it. */
const CLASS_ATTRIBUTE = /\bclass="([^"]*)"/g;
/** The number of the module at the end of a class name (`build/scopedClassName.ts`). */
const MODULE_NUMBER = /_([0-9a-z]{2})(?=\s|$)/g;
/** There are about as many sets of modules as kinds of pages. */
const MAX_KNOWN_SETS = 200;

/** The critical CSS of whole pages by their modules. */
const knownCss = new WeakMap<readonly CssNode[], Map<string, string>>();

/**
 * Returns the rules that a page needs, so that the browser paints without waiting for a style sheet.
 * @param rules the style sheet (`build/cssRules.ts`)
 */
export function criticalCss(rules: readonly CssNode[], markup: string): string {
  const modules = modulesOf(markup);
  const known = knownCss.get(rules) ?? new Map<string, string>();
  knownCss.set(rules, known);
  const key = [...modules].sort().join();
  const css = known.get(key) ?? stringifyRules(rules, ({ needs }) => isApplicable(needs, modules));
  if (known.size >= MAX_KNOWN_SETS) known.clear();
  known.set(key, css);
  return css;
}

/** Returns the numbers of the CSS modules whose classes markup contains. */
function modulesOf(markup: string): ReadonlySet<string> {
  const attributes = new Set<string>();
  for (const [, names = ''] of markup.matchAll(CLASS_ATTRIBUTE)) attributes.add(names);
  const modules = new Set<string>();
  for (const names of attributes)
    for (const [, module] of names.matchAll(MODULE_NUMBER)) modules.add(module as string);
  return modules;
}

const isApplicable = (needs: CssRule['needs'], modules: ReadonlySet<string>): boolean =>
  needs.some((required) => required.every((module) => modules.has(module)));

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
