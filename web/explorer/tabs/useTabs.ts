import { useEffect } from 'react';
import { persistentStore, usePersistentStore } from '../../lib/persistentStore.ts';
import { operationInAddress } from '../document/link.ts';
import type { OperationText } from '../document/operations.ts';
import { examples } from '../library/examples.ts';
import { activeTab, changeTab, closeTab, type OperationTab, openTab, singleTab, type Tabs } from './tabs.ts';

/** The tabs of a first visit. */
const FIRST_VISIT = singleTab(examples[0] as OperationText);

const store = persistentStore<Tabs>({
  key: 'explorer-tabs',
  empty: FIRST_VISIT,
  parse: (value) => (isTabs(value) ? value : null),
});

const isTabs = (value: unknown): value is Tabs => {
  const { tabs } = (value ?? {}) as Partial<Tabs>;
  return (
    Array.isArray(tabs) &&
    tabs.length > 0 &&
    tabs.every(({ id, query, variables }) => [id, query, variables].every((text) => typeof text === 'string'))
  );
};

/** The open operations, and what can be done with them. */
export interface TabActions {
  readonly tabs: readonly OperationTab[];
  readonly active: OperationTab;
  /** True if nothing has been changed since the first visit. */
  readonly isFirstVisit: boolean;
  /** Opens an operation; an empty one without argument. */
  open(operation?: OperationText): void;
  activate(id: string): void;
  change(id: string, change: Partial<OperationText>): void;
  close(id: string): void;
}

const open = (operation?: OperationText) => store.update((state) => openTab(state, operation));

const ACTIONS = {
  open,
  activate: (activeId: string) => store.update((state) => ({ ...state, activeId })),
  change: (id: string, change: Partial<OperationText>) =>
    store.update((state) => changeTab(state, id, change)),
  close: (id: string) => store.update((state) => closeTab(state, id)),
};

/** Returns the open operations, which are stored, and opens the operation of a link. */
export function useTabs(): TabActions {
  const state = usePersistentStore(store);
  useEffect(() => {
    const openLink = () => {
      const operation = operationInAddress(location);
      if (!operation) return;
      open(operation);
      // The address would keep the linked operation after it has been changed.
      history.replaceState(null, '', location.pathname);
    };
    openLink();
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, []);
  return { tabs: state.tabs, active: activeTab(state), isFirstVisit: state === FIRST_VISIT, ...ACTIONS };
}
