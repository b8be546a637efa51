import type { GraphQLSchema } from 'graphql';
import { useEffect } from 'react';
import { examples } from '../library/examples.ts';
import type { TabActions } from './useTabs.ts';

/** Replaces the operation of a first visit if the schema cannot execute it: the model is not the one of the sample. */
export function useFittingOperation(
  schema: GraphQLSchema | undefined,
  { isFirstVisit, active, change }: Pick<TabActions, 'isFirstVisit' | 'active' | 'change'>,
): void {
  const tabId = active.id;
  useEffect(() => {
    if (!schema || !isFirstVisit) return;
    void import('../document/fittingExamples.ts').then(({ fittingExamples }) => {
      const [first] = fittingExamples(schema, examples);
      if (first && first !== examples[0]) change(tabId, first);
    });
  }, [schema, isFirstVisit, tabId, change]);
}
