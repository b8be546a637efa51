import type { Page } from 'playwright-core';

/** Holds the requests for a script until `release` is called. `requested` resolves at the first request. */
export async function holdScript(page: Page, name: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: requested, resolve: reportRequest } = Promise.withResolvers<void>();
  await page.route(scriptUrl(name), async (route) => {
    reportRequest();
    await released;
    await route.continue().catch(() => undefined);
  });
  return { requested, release };
}

/** Answers the requests for a script with 404. Resolves `requested` at the first request. */
export async function failScript(page: Page, name: string) {
  const { promise: requested, resolve: reportRequest } = Promise.withResolvers<void>();
  await page.route(scriptUrl(name), async (route) => {
    reportRequest();
    await route.fulfill({ status: 404, body: '' });
  });
  return { requested };
}

const scriptUrl = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js$`);
