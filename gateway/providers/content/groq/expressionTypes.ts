import { TRANSLATIONS_GROQ, TRANSLATIONS_TYPE } from '../../../core/model/translations.ts';
import { isPath } from './groq.ts';

/** Stands for every `_type` if a `@groq` expression does not show which documents it reads. */
export const ANY_TYPE = '*';

/** Returns the `_type`s of documents other than its own that a `@groq` expression reads. */
export const typesOfExpression = (expr: string): readonly string[] =>
  expr === TRANSLATIONS_GROQ
    ? [TRANSLATIONS_TYPE]
    : !isPath(expr) && /\*|->|references/.test(expr)
      ? [ANY_TYPE]
      : [];
