import type { Page } from 'playwright-core';

/** Records the names of the GraphQL operations that a page sends from now on; `?` for an operation without a name. */
export function recordOperations(page: Page): string[] {
  const operations: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith('/graphql')) return;
    const body = JSON.parse(request.postData() ?? '{}') as { operationName?: string };
    operations.push(body.operationName ?? searchParams.get('operationName') ?? '?');
  });
  return operations;
}
