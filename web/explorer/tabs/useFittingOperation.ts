import { useEffect } from 'react';
import type { OperationText } from '../document/operations.ts';
import { examples } from '../library/examples.ts';
import type { TabActions } from './useTabs.ts';

/**
 * Replaces the operation of a first visit if the schema cannot execute it: the model is not the one of the sample.
 * @param fitting the examples that the schema can execute
 */
export function useFittingOperation(
  fitting: readonly OperationText[] | undefined,
  { isFirstVisit, active, change }: Pick<TabActions, 'isFirstVisit' | 'active' | 'change'>,
): void {
  const tabId = active.id;
  useEffect(() => {
    const [first] = fitting ?? [];
    if (isFirstVisit && first && first !== examples[0]) change(tabId, first);
  }, [fitting, isFirstVisit, tabId, change]);
}
