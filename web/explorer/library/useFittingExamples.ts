import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';
import type { OperationText } from '../document/operations.ts';
import { examples } from './examples.ts';

/** Returns the examples that the schema can execute; undefined until the schema and its validation are loaded. */
export function useFittingExamples(schema: GraphQLSchema | undefined): readonly OperationText[] | undefined {
  const [fitting, setFitting] = useState<readonly OperationText[]>();
  useEffect(() => {
    if (!schema) return;
    let isCurrent = true;
    void import('../document/fittingExamples.ts').then(({ fittingExamples }) => {
      if (isCurrent) setFitting(fittingExamples(schema, examples));
    });
    return () => {
      isCurrent = false;
    };
  }, [schema]);
  return fitting;
}
