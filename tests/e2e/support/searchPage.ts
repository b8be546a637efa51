import type { Page } from 'playwright-core';

export const searchField = (page: Page) => page.getByRole('searchbox', { name: /^Search films, articles/ });
export const statusOf = (page: Page) => page.getByRole('main').getByRole('status').first();
export const resultTypeLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Result types' }).getByRole('link', { name: new RegExp(`^${name}`) });
export const topicCheckbox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${name}`) });

export const queryStringOf = (page: Page) => new URL(page.url()).search;

/** Returns the first integer in a text, or NaN. */
export const firstNumber = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0]);

/** Waits until the status line matches and returns the first number in it. */
export async function waitForStatus(page: Page, pattern: RegExp): Promise<number> {
  await statusOf(page).filter({ hasText: pattern }).waitFor();
  return firstNumber(await statusOf(page).textContent());
}
