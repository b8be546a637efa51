import type { FuzzTarget } from './fuzzTarget.ts';
import { captions } from './targets/captions.ts';
import { content } from './targets/content.ts';
import { formulas } from './targets/formulas.ts';
import { responses } from './targets/responses.ts';

/** The kinds of input. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [captions, formulas, content, responses];
