/** The invisible operator between a function and its argument. */
const APPLY = '<mo>\u2061</mo>';
const SPACE = '<mspace width="0.1667em"/>';

/** A function such as `cos`, alone or with an exponent or an index. */
const FUNCTION = new RegExp(
  `<(msup|msub|msubsup|munder)><mrow><mi>[^<]+</mi>${APPLY}</mrow>.*?</\\1>|<mi>[^<]+</mi>${APPLY}`,
  'g',
);
/** The expressions below match within this length. */
const CONTEXT_CHARACTERS = 100;
/** The ends of text that need a space before a function: an operand or a closing parenthesis. */
const BEFORE = /(?:<\/(?:mi|mn|msub|msup|msubsup|mfrac|msqrt)>|[)\]}|]<\/mo>)$/;
/** The beginnings of text that need none after a function: an opening parenthesis, and the end. */
const AFTER_NONE = /^(?:<mo [^>]*>[([{|]<|<\/|<mspace)/;

/** A sign after a relation, an operator, a comma or an opening parenthesis. */
const SIGN = /(<mo[^>]*>(?:[=≠≈≡∼≃≅∝≤≥≪≫,;∈→↦⇒⇔×⋅([{⟨⌈⌊]|&[lg]t;)<\/mo>)<mo>([−+±])<\/mo>/g;

/**
 * Sets the spaces of formulas as TeX does: around functions, as in a cos x, and none after a sign, as in x = −1. KaTeX
 * omits both in MathML, and browsers add none for the invisible operator of a function.
 */
export const formulaSpaces = (mathml: string): string =>
  mathml
    .replaceAll(SIGN, '$1<mo form="prefix">$2</mo>')
    .replaceAll(FUNCTION, (element, _tag: string | undefined, index: number, whole: string) => {
      const end = index + element.length;
      const before = BEFORE.test(whole.slice(Math.max(0, index - CONTEXT_CHARACTERS), index)) ? SPACE : '';
      const after = AFTER_NONE.test(whole.slice(end, end + CONTEXT_CHARACTERS)) ? '' : SPACE;
      return `${before}${element}${after}`;
    });
