import { expect, test } from '@jest/globals';
import { activeTab, openTab, singleTab } from './tabs.ts';

const QUERY = 'query One { a } query Two { a }';

test('explorer: an operation of an open document opens in its tab, as the chosen one', () => {
  const state = singleTab({ query: QUERY, variables: '', operationName: 'One' });
  const opened = openTab(state, { query: QUERY, variables: '', operationName: 'Two' });
  expect(opened.tabs).toHaveLength(1);
  expect(activeTab(opened).operationName).toBe('Two');
  expect(activeTab(openTab(opened, { query: QUERY, variables: '' })).operationName).toBe('Two');
});
