import type { OperationText } from '../document/operations.ts';

/** An operation that is open in the editor. */
export interface OperationTab extends OperationText {
  readonly id: string;
}

/** The open operations: at least one. */
export interface Tabs {
  readonly tabs: readonly OperationTab[];
  readonly activeId: string;
}

const EMPTY_OPERATION: OperationText = { query: '', variables: '' };

/** Returns a tab with an id of its own. */
const createTab = (operation: OperationText): OperationTab => ({ ...operation, id: crypto.randomUUID() });

/** Returns the state with one tab. */
export function singleTab(operation: OperationText): Tabs {
  const tab = createTab(operation);
  return { tabs: [tab], activeId: tab.id };
}

export const activeTab = ({ tabs, activeId }: Tabs): OperationTab =>
  tabs.find(({ id }) => id === activeId) ?? (tabs[0] as OperationTab);

/** Opens an operation in a tab: in one with the same text, in the active one if it is empty, or in a new one. */
export function openTab(state: Tabs, operation: OperationText = EMPTY_OPERATION): Tabs {
  const same = state.tabs.find(
    ({ query, variables }) => query === operation.query && variables === operation.variables,
  );
  const { operationName = same?.operationName } = operation;
  if (same) return changeTab({ ...state, activeId: same.id }, same.id, { operationName });
  const active = activeTab(state);
  if (active.query.trim() === '') return changeTab(state, active.id, operation);
  const tab = createTab(operation);
  return { tabs: [...state.tabs, tab], activeId: tab.id };
}

/** Changes the operation of a tab. */
export const changeTab = (state: Tabs, id: string, change: Partial<OperationText>): Tabs => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)),
});

/** Closes a tab; the next one becomes active. The last tab is emptied instead. */
export function closeTab(state: Tabs, id: string): Tabs {
  if (state.tabs.length === 1) return singleTab(EMPTY_OPERATION);
  const index = state.tabs.findIndex((tab) => tab.id === id);
  const tabs = state.tabs.filter((tab) => tab.id !== id);
  const next = tabs[Math.min(index, tabs.length - 1)] as OperationTab;
  return { tabs, activeId: state.activeId === id ? next.id : state.activeId };
}
