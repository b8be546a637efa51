import { type ChildNode, parse } from 'postcss';
import type { CssNode, CssRule } from '../server/render/criticalCss.ts';

/** A class named by `scopedClassName.ts`: its own name and the number of its module. */
const SCOPED_CLASS = /\.[\w-]+_([0-9a-z]{2})(?![\w-])/g;
/** The number of the module of an animation. */
const ANIMATION_MODULE = /_([0-9a-z]{2})$/;

/**
 * Parses a built style sheet into a tree of rules, with the CSS modules that each rule needs.
 * @throws CssSyntaxError of postcss
 */
export const cssRules = (css: string): CssNode[] => parse(css).nodes.flatMap(toCssNodes);

/** Returns true if all selectors of a rule need a class of a CSS module. */
export const isModuleRule = ({ needs }: CssRule): boolean => needs.every((modules) => modules.length > 0);

function toCssNodes(node: ChildNode): CssNode[] {
  if (node.type === 'comment') return [];
  if (node.type === 'rule') return [{ css: node.toString(), needs: node.selectors.map(modulesOf) }];
  if (node.type === 'atrule' && node.name === 'keyframes') {
    const [, module] = ANIMATION_MODULE.exec(node.params) ?? [];
    return [{ css: node.toString(), needs: module ? [[module]] : [[]] }];
  }
  if (node.type === 'atrule' && node.nodes?.some(({ type }) => type === 'rule' || type === 'atrule'))
    return [{ open: `@${node.name} ${node.params}`, nodes: node.nodes.flatMap(toCssNodes) }];
  // postcss prints a statement without its semicolon.
  return [{ css: node.type === 'atrule' && !node.nodes ? `${node};` : node.toString(), needs: [[]] }];
}

const modulesOf = (selector: string): string[] => [
  ...new Set([...selector.matchAll(SCOPED_CLASS)].map(([, module]) => module as string)),
];
