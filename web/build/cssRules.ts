import { type ChildNode, parse } from 'postcss';
import type { Rule, SheetNode } from '../server/render/criticalCss.ts';

/** A class as `className.ts` names it: its own name and the sign of its file. */
const SIGN = /\.[\w-]+_([0-9a-z]{4})(?![\w-])/g;
/** A name of an animation of a CSS module. */
const ANIMATION_SIGN = /_([0-9a-z]{4})$/;

/**
 * A built sheet as a tree of its rules, each with the signs of the CSS modules whose classes it needs to apply.
 * @param css the text of the sheet, with classes named by `classNamer`
 * @throws CssSyntaxError of postcss where the text is no sheet
 */
export const sheetTree = (css: string): SheetNode[] => parse(css).nodes.flatMap(nodeOf);

/** Whether a rule can only apply where a class of a CSS module stands. */
export const isOfModule = ({ needs }: Rule): boolean => needs.every((signs) => signs.length > 0);

function nodeOf(node: ChildNode): SheetNode[] {
  if (node.type === 'comment') return [];
  if (node.type === 'rule') return [{ css: node.toString(), needs: node.selectors.map(signsOf) }];
  if (node.type === 'atrule' && node.name === 'keyframes') {
    const [, sign] = ANIMATION_SIGN.exec(node.params) ?? [];
    return [{ css: node.toString(), needs: sign ? [[sign]] : [[]] }];
  }
  if (node.type === 'atrule' && node.nodes?.some(({ type }) => type === 'rule' || type === 'atrule'))
    return [{ open: `@${node.name} ${node.params}`, nodes: node.nodes.flatMap(nodeOf) }];
  // A statement ends with the sign that the sheet has between nodes.
  return [{ css: node.type === 'atrule' && !node.nodes ? `${node};` : node.toString(), needs: [[]] }];
}

const signsOf = (selector: string): string[] => [
  ...new Set([...selector.matchAll(SIGN)].map(([, sign]) => sign as string)),
];
