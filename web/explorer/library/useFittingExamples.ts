import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';
import type { OperationText } from '../document/operations.ts';
import { examples } from './examples.ts';

/** Returns the examples that the schema can execute; undefined until the schema and its validation are loaded. */
export function useFittingExamples(schema: GraphQLSchema | undefined): readonly OperationText[] | undefined {
  const [found, setFound] = useState<{ schema: GraphQLSchema; fitting: readonly OperationText[] }>();
  useEffect(() => {
    if (!schema) return;
    let isCurrent = true;
    void import('../document/fittingExamples.ts')
      .then(({ fittingExamples }) => fittingExamples(schema, examples))
      // The chunk cannot be loaded.
      .catch(() => examples)
      .then((fitting) => isCurrent && setFound({ schema, fitting }));
    return () => {
      isCurrent = false;
    };
  }, [schema]);
  return found && found.schema === schema ? found.fitting : undefined;
}
