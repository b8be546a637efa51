import type { Model } from '../../core/model/model.ts';

/** Creates the resolvers of enums: the stored texts of the values that stand for another text than their name. */
export const enumResolvers = ({ enums }: Model): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    [...enums].flatMap(([name, values]) => {
      const renamed = [...values].filter(([value, stored]) => value !== stored);
      return renamed.length === 0 ? [] : [[name, Object.fromEntries(renamed)]];
    }),
  );
