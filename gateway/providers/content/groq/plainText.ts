import type { Model } from '../../../core/model/model.ts';
import { isObject, isText, listOf, objectOf, type Validator } from '../../../core/validators.ts';
import { isFormula } from '../bounds/richTextForms.ts';

/** TeX of a rich text that is converted: it takes some microseconds a character. Further formulas stay TeX. */
const MAX_CONVERTED_CHARACTERS = 4_000;

type InlineNode = Readonly<Record<string, unknown>>;

/** A rich text with inline nodes other than spans, as `plainTextGroq` projects it. Sanity attributes cannot begin with `@`. */
interface ProjectedBlocks {
  readonly '@blocks': readonly { readonly children: readonly InlineNode[] | null }[];
}

/**
 * Returns GROQ for the plain text of a rich text, which `readPlainText` completes. `pt::text` drops inline nodes other than
 * spans, so a text with such nodes is projected as `ProjectedBlocks` if the model has text for them.
 */
export function plainTextGroq({ inlineText }: Pick<Model, 'inlineText'>, source: string): string {
  const text = `pt::text(${source})`;
  if (!inlineText) return text;
  const hasInlineNodes = `count(${source}[].children[_type != "span"]) > 0`;
  const blocks = `${source}[_type == "block"]{"children": children[]{text, _type != "span" => {...}}}`;
  return `select(${hasInlineNodes} => {"@blocks": ${blocks}}, ${text})`;
}

/** Accepts the result of `plainTextGroq`. */
export const isPlainText: Validator = (value) =>
  isText(value) || objectOf({ '@blocks': listOf(isObject) })(value);

/** Returns the plain text for a result of `plainTextGroq`; empty for null. */
export function readPlainText({ inlineText }: Pick<Model, 'inlineText'>, value: unknown): string {
  if (!isProjectedBlocks(value)) return typeof value === 'string' ? value : '';
  let convertedCharacters = 0;
  const nodeText = (node: InlineNode) => {
    if (typeof node?.text === 'string') return node.text;
    const tex = inlineText && texOf(node);
    convertedCharacters += tex?.length ?? 0;
    return tex && convertedCharacters > MAX_CONVERTED_CHARACTERS ? tex : (inlineText?.(node) ?? '');
  };
  return value['@blocks'].map(({ children }) => (children ?? []).map(nodeText).join('')).join('\n\n');
}

function texOf(node: InlineNode): string | undefined {
  const name = Object.keys(node ?? {}).find((attribute) => isFormula(node, attribute));
  const tex = name === undefined ? undefined : node[name];
  return typeof tex === 'string' ? tex : undefined;
}

/** Replaces every result of `plainTextGroq` within a value by its plain text. */
export function readPlainTexts(model: Pick<Model, 'inlineText'>, value: unknown): unknown {
  if (isProjectedBlocks(value)) return readPlainText(model, value);
  if (Array.isArray(value)) return value.map((inner) => readPlainTexts(model, inner));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readPlainTexts(model, inner)]));
}

const isProjectedBlocks = (value: unknown): value is ProjectedBlocks =>
  isObject(value) && Array.isArray(value['@blocks']);
