import { decodeXML } from 'entities';
import katex from 'katex';

/** Around a formula's TeX in a text, as the content service is asked to join it: private use, which no keyboard writes. */
const BEGINS = '\uE010';
const ENDS = '\uE011';
const MARKED = new RegExp(`${BEGINS}([^${ENDS}]*)${ENDS}`, 'g');

/** Of an inline object, its TeX: an attribute `tex`, or the shape of sanity-plugin-latex-input. */
const TEX = 'coalesce(tex, select(_type == "latex" => body))';

/**
 * The GROQ of a rich text's words, with its inline formulas where they stand; `withFormulas` makes them readable.
 * `pt::text` alone leaves holes in their place.
 */
export const wordsOf = (source: string): string => {
  const formula = `"${BEGINS}" + ${TEX} + "${ENDS}"`;
  const line = `array::join(children[]{"_": coalesce(text, ${formula}, "")}._, "")`;
  const joined = `array::join(${source}[_type == "block"]{"_": coalesce(${line}, "")}._, "\\n\\n")`;
  const hasFormula = `count(${source}[].children[defined(${TEX})]) > 0`;
  return `select(${hasFormula} => ${joined}, pt::text(${source}))`;
};

/** A text that `wordsOf` answered, with its formulas as people would type them: `zₙ₊₁ = zₙ² + c`. */
export const withFormulas = (text: string): string =>
  text.includes(BEGINS) ? text.replace(MARKED, (_, tex: string) => readableFormula(tex)) : text;

/** The same for every text in an answer, however deep. */
export const withFormulasIn = (value: unknown): unknown => {
  if (typeof value === 'string') return withFormulas(value);
  if (Array.isArray(value)) return value.map(withFormulasIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withFormulasIn(inner)]));
};

/** A formula on one line of plain text; TeX that is none stays as it is. */
export function readableFormula(tex: string): string {
  try {
    const markup = katex.renderToString(tex, { output: 'mathml', throwOnError: true, strict: 'ignore' });
    return written(parse(markup)).replace(/\s+/g, ' ').trim();
  } catch {
    return tex;
  }
}

/** An element of MathML, or a piece of its text. */
interface Part {
  readonly name: string;
  readonly text: string;
  readonly parts: Part[];
}

/** Reads the elements that KaTeX writes, each of which is closed. */
function parse(markup: string): Part {
  const root: Part = { name: 'root', text: '', parts: [] };
  const open = [root];
  for (const [tag, closes, name, text] of markup.matchAll(/<(\/?)(\w+)[^>]*>|([^<]+)/g)) {
    const part: Part = { name: name ?? 'text', text: decodeXML(text ?? ''), parts: [] };
    if (closes) open.pop();
    else open.at(-1)?.parts.push(part);
    if (name && !closes && !tag.endsWith('/>')) open.push(part);
  }
  return root;
}

const INFIX = /^[=≠≈≡∼<>≤≥≪≫→⟹⇒↦∈+−±×⋅∗⊕∨∧:]$/u;
/** What nothing stands before that an operator could join: a beginning, an opening, another operator. */
const EXPECTS_MORE = /(^|[([{,=≠≈≡∼<>≤≥≪≫→⟹⇒↦∈+−±×⋅∗⊕∨∧:/])\s*$/u;
/** The signs over a letter that become part of it. */
const ACCENTS: Readonly<Record<string, string>> = {
  ˉ: '\u0304',
  '˙': '\u0307',
  '^': '\u0302',
  '~': '\u0303',
  '\u20D7': '\u20D7',
};
const RAISED = script('0123456789+−()nix', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱˣ');
const LOWERED = script('0123456789+−=()aeijnoprstuvxk', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₙₒₚᵣₛₜᵤᵥₓₖ');

function written({ name, text, parts }: Part): string {
  const [base = '', second = '', third = ''] = name.startsWith('m') ? parts.map(written) : [];
  switch (name) {
    case 'text':
      return text;
    case 'annotation':
      return '';
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `${grouped(base)}/${grouped(second)}`;
    case 'msqrt':
      return `√${grouped(row(parts))}`;
    case 'msub':
    case 'munder':
      return `${base}${small(second, LOWERED, '_')}`;
    case 'msup':
      return `${base}${small(second, RAISED, '^')}`;
    case 'mover':
      return second in ACCENTS ? `${base}${ACCENTS[second]}` : `${base}${small(second, RAISED, '^')}`;
    case 'msubsup':
    case 'munderover':
      return `${base}${small(second, LOWERED, '_')}${small(third, RAISED, '^')}`;
    default:
      return row(parts);
  }
}

/** Parts beside one another, with the spaces that a reader needs. */
function row(parts: readonly Part[]): string {
  return parts.reduce((before, part) => {
    const words = written(part)
      .replaceAll('∣', '|')
      .replace(/[\u2062-\u2064]/g, '');
    // Between a function's name and what it is of.
    if (words === '\u2061') return `${before} `;
    if (part.name === 'mo' && words === ',') return `${before}, `;
    if (part.name === 'mo' && INFIX.test(words) && !EXPECTS_MORE.test(before))
      return `${before.trimEnd()} ${words} `;
    const isName = part.name === 'mi' && words.length > 1 && /[\p{L}\p{N})]$/u.test(before);
    return `${before}${isName ? ' ' : ''}${words}`;
  }, '');
}

/** In brackets unless it is one thing anyway. */
const grouped = (text: string): string => (/^[\p{L}\p{N}\p{M}.]*$/u.test(text) ? text : `(${text.trim()})`);

/** Raised or lowered letters where there are such for all of it, else after the sign that stands for them. */
function small(text: string, letters: ReadonlyMap<string, string>, sign: string): string {
  const bare = text.replace(/\s/g, '');
  if (/^′+$/.test(bare)) return bare;
  const set = [...bare].map((letter) => letters.get(letter));
  if (set.every((letter) => letter !== undefined)) return set.join('');
  return [...bare].length > 1 ? `${sign}(${text.trim()})` : `${sign}${bare}`;
}

function script(plain: string, set: string): ReadonlyMap<string, string> {
  const letters = [...set];
  return new Map([...plain].map((letter, at) => [letter, letters[at] ?? letter]));
}
