import { renderMath } from '../../../../schema/formulas/renderMath.ts';
import { formulaText } from '../../../../schema/model/inlineMath.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileTex } from '../values/hostileTex.ts';
import { measuredCall } from './measuredCall.ts';

/** The content provider omits longer formulas. */
const MAX_FORMULA_CHARACTERS = 2_000;
const MAX_HTML_CHARACTERS = 2_000_000;

/** TeX, as the app renders it and as the search index contains it. */
export const formulas: FuzzTarget = {
  name: 'formulas',
  async open() {
    return {
      async run(random) {
        const tex = hostileTex(random);
        const html = await measuredCall('HTML', () => renderMath(tex, random.boolean(0.5)));
        const text = await measuredCall('text', () => formulaText(tex.slice(0, MAX_FORMULA_CHARACTERS)));
        const length = html.result?.length ?? 0;
        const failures = [...html.failures, ...text.failures];
        if (length > MAX_HTML_CHARACTERS)
          failures.push(`expected at most ${MAX_HTML_CHARACTERS} characters of HTML, got ${length}`);
        return { input: tex, failures };
      },
      close: async () => undefined,
    };
  },
};
