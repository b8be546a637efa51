import { constantCase, type Model } from '../../../core/model/model.ts';

/**
 * Creates the resolvers of enums: the stored texts of the values that stand for another text than their name, and the `_type` of
 * each value of `DocumentType`.
 */
export const enumResolvers = ({ enums, documents }: Model): Record<string, Record<string, unknown>> => ({
  ...Object.fromEntries(
    [...enums].flatMap(([name, values]) => {
      const renamed = [...values].filter(([value, stored]) => value !== stored);
      return renamed.length === 0 ? [] : [[name, Object.fromEntries(renamed)]];
    }),
  ),
  ...(documents.length > 0 && {
    DocumentType: Object.fromEntries(
      documents.map(({ name, document }) => [constantCase(name), document?.type]),
    ),
  }),
});
