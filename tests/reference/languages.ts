import { type Locales, parseLocales } from '../../gateway/core/locales.ts';
import type { Model } from '../../gateway/core/model/model.ts';
import { readTypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../support/stack.ts';
import { type ContentGraph, createContentGraph, createEvaluatorClient } from './contentGraph.ts';
import type { Doc } from './dataset.ts';

const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/languages/schema`);

/** Returns the languages model. @param locales as in the setting `LOCALES` */
export const languagesModel = (locales: string): Model => ({
  ...defs.model,
  locales: parseLocales(locales) as Locales,
});

/** Creates the content schema of the languages model over documents. @param locales as in the setting `LOCALES` */
export const createLanguagesGraph = (
  documents: readonly Doc[],
  locales = 'en,de,de-CH:de,fr:',
): ContentGraph =>
  createContentGraph({ ...defs, model: languagesModel(locales) }, createEvaluatorClient(documents));

/** A value in each language, by language. */
type Values = Readonly<Record<string, unknown>>;

/** Creates an internationalized array whose keys are the languages. */
export const byKey = (values: Values) =>
  Object.entries(values).map(([_key, value]) => ({
    _key,
    _type: 'internationalizedArrayStringValue',
    value,
  }));

/** Creates an internationalized array whose entries have the language as an attribute. */
export const byLanguage = (values: Values) =>
  Object.entries(values).map(([language, value], i) => ({
    _key: `random${i}`,
    _type: 'internationalizedArrayStringValue',
    language,
    value,
  }));
