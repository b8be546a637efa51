import { decodeXML } from 'entities';
import katex from 'katex';
import { LRUCache } from 'lru-cache';

/** Each formula is rendered by itself, so definitions of macros are of no use, but multiply its length. */
const DEFINITION = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** Longer formulas stay TeX: they would hold up other requests for tens of milliseconds. */
const MAX_CHARACTERS = 500;
/** Expansions of macros in a formula. `\KaTeX` takes six characters and many elements. */
const MAX_EXPANSIONS = 100;
/** The characters of the formulas and texts that are kept for later requests. */
const MAX_CACHED_CHARACTERS = 500_000;

const cache = new LRUCache<string, string>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (text, tex) => text.length + tex.length,
});

/**
 * Converts TeX to one line of Unicode text, e.g. `zₙ₊₁ = zₙ² + c`. Returns these unchanged: invalid TeX, TeX that defines
 * macros, and TeX of more than 500 characters or 100 expansions of macros.
 */
export function formulaText(tex: string): string {
  if (tex === '' || tex.length > MAX_CHARACTERS || DEFINITION.test(tex)) return tex;
  const known = cache.get(tex);
  if (known !== undefined) return known;
  const text = convert(tex);
  cache.set(tex, text);
  return text;
}

function convert(tex: string): string {
  try {
    const markup = katex.renderToString(tex, {
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      maxExpand: MAX_EXPANSIONS,
    });
    return textOf(parseMathml(markup)).replace(/\s+/g, ' ').trim();
  } catch {
    return tex;
  }
}

/** A MathML element, or a text node with the name `text`. */
interface MathNode {
  readonly name: string;
  readonly text: string;
  readonly children: MathNode[];
}

/** Parses the MathML of KaTeX, in which every element is closed. */
function parseMathml(markup: string): MathNode {
  const root: MathNode = { name: 'root', text: '', children: [] };
  const open = [root];
  for (const [tag, closes, name, text] of markup.matchAll(/<(\/?)(\w+)[^>]*>|([^<]+)/g)) {
    const node: MathNode = { name: name ?? 'text', text: decodeXML(text ?? ''), children: [] };
    if (closes) open.pop();
    else open.at(-1)?.children.push(node);
    if (name && !closes && !tag.endsWith('/>')) open.push(node);
  }
  return root;
}

/** Operators with a space on both sides. */
const INFIX = /^[=≠≈≡∼<>≤≥≪≫→⟹⇒↦∈+−±×⋅∗⊕∨∧:]$/u;
/** Text after which an operator is a sign: nothing, an opening bracket, another operator. */
const EXPECTS_OPERAND = /(^|[([{,=≠≈≡∼<>≤≥≪≫→⟹⇒↦∈+−±×⋅∗⊕∨∧:/])\s*$/u;
/** Combining characters for accents over a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  ˉ: '\u0304',
  '˙': '\u0307',
  '^': '\u0302',
  '~': '\u0303',
  '\u20D7': '\u20D7',
};
const SUPERSCRIPTS = characterMap('0123456789+−()nix', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱˣ');
const SUBSCRIPTS = characterMap('0123456789+−=()aeijnoprstuvxk', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₙₒₚᵣₛₜᵤᵥₓₖ');

/** Elements whose children have a meaning by position. Others are rows. */
const POSITIONAL = new Set(['mfrac', 'msub', 'munder', 'msup', 'mover', 'msubsup', 'munderover']);

function textOf({ name, text, children }: MathNode): string {
  const [base = '', second = '', third = ''] = POSITIONAL.has(name) ? children.map(textOf) : [];
  switch (name) {
    case 'text':
      return text;
    case 'annotation':
      return '';
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `${bracketed(base)}/${bracketed(second)}`;
    case 'msqrt':
      return `√${bracketed(rowText(children))}`;
    case 'msub':
    case 'munder':
      return `${base}${scriptText(second, SUBSCRIPTS, '_')}`;
    case 'msup':
      return `${base}${scriptText(second, SUPERSCRIPTS, '^')}`;
    case 'mover':
      return Object.hasOwn(ACCENTS, second)
        ? `${base}${ACCENTS[second]}`
        : `${base}${scriptText(second, SUPERSCRIPTS, '^')}`;
    case 'msubsup':
    case 'munderover':
      return `${base}${scriptText(second, SUBSCRIPTS, '_')}${scriptText(third, SUPERSCRIPTS, '^')}`;
    default:
      return rowText(children);
  }
}

/** Joins siblings, with spaces around operators and function names. */
function rowText(nodes: readonly MathNode[]): string {
  return nodes.reduce((before, node) => {
    const text = textOf(node)
      .replaceAll('∣', '|')
      .replace(/[\u2062-\u2064]/g, '');
    // Function application.
    if (text === '\u2061') return `${before} `;
    if (node.name === 'mo' && text === ',') return `${before}, `;
    if (node.name === 'mo' && INFIX.test(text) && !EXPECTS_OPERAND.test(before))
      return `${before.trimEnd()} ${text} `;
    const isFunctionName = node.name === 'mi' && text.length > 1 && /[\p{L}\p{N})]$/u.test(before);
    return `${before}${isFunctionName ? ' ' : ''}${text}`;
  }, '');
}

/** Adds brackets unless the text is a single term. */
const bracketed = (text: string): string => (/^[\p{L}\p{N}\p{M}.]*$/u.test(text) ? text : `(${text.trim()})`);

/** Returns superscript or subscript characters if all exist in Unicode, else the text after `^` or `_`. */
function scriptText(text: string, letters: ReadonlyMap<string, string>, sign: string): string {
  const compact = text.replace(/\s/g, '');
  if (/^′+$/.test(compact)) return compact;
  const converted = [...compact].map((letter) => letters.get(letter));
  if (converted.every((letter) => letter !== undefined)) return converted.join('');
  return [...compact].length > 1 ? `${sign}(${text.trim()})` : `${sign}${compact}`;
}

function characterMap(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((character, i) => [character, targets[i] ?? character]));
}
