import { type ChildNode, parse } from 'postcss';
import type { CssNode, CssRule } from '../server/render/criticalCss.ts';

/** A class named by `scopedClassName.ts`: its own name and the hash of its module. */
const SCOPED_CLASS = /\.[\w-]+_([0-9a-z]{4})(?![\w-])/g;
/** The module hash of an animation. */
const ANIMATION_HASH = /_([0-9a-z]{4})$/;

/**
 * Parses a built style sheet into a tree of rules, with the hashes of the CSS modules that each rule needs.
 * @throws CssSyntaxError of postcss
 */
export const cssRules = (css: string): CssNode[] => parse(css).nodes.flatMap(toCssNodes);

/** Returns true if all selectors of a rule need a class of a CSS module. */
export const isModuleRule = ({ needs }: CssRule): boolean => needs.every((hashes) => hashes.length > 0);

function toCssNodes(node: ChildNode): CssNode[] {
  if (node.type === 'comment') return [];
  if (node.type === 'rule') return [{ css: node.toString(), needs: node.selectors.map(moduleHashesOf) }];
  if (node.type === 'atrule' && node.name === 'keyframes') {
    const [, hash] = ANIMATION_HASH.exec(node.params) ?? [];
    return [{ css: node.toString(), needs: hash ? [[hash]] : [[]] }];
  }
  if (node.type === 'atrule' && node.nodes?.some(({ type }) => type === 'rule' || type === 'atrule'))
    return [{ open: `@${node.name} ${node.params}`, nodes: node.nodes.flatMap(toCssNodes) }];
  // postcss prints a statement without its semicolon.
  return [{ css: node.type === 'atrule' && !node.nodes ? `${node};` : node.toString(), needs: [[]] }];
}

const moduleHashesOf = (selector: string): string[] => [
  ...new Set([...selector.matchAll(SCOPED_CLASS)].map(([, hash]) => hash as string)),
];
