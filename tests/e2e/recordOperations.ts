import type { Page } from 'playwright-core';

/** What a page asks the graph from now on, by the names of the operations. */
export function askedOfGraph(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith('/graphql')) return;
    const posted = JSON.parse(request.postData() ?? '{}') as { operationName?: string };
    asked.push(posted.operationName ?? searchParams.get('operationName') ?? '?');
  });
  return asked;
}
