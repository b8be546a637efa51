import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { LoadMore } from './LoadMore.tsx';

const MAX_PAGES = 3;

const render = (pages: number) => {
  const element = (
    <LoadMore
      pages={pages}
      maxPages={MAX_PAGES}
      hrefOf={(count) => `/list?page=${count}`}
      hasMore
      itemCount={pages * 10}
      note={`${pages * 10} of 90.`}
      limitNote="Filter the list."
    >
      Load more
    </LoadMore>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('load more: links to one more page, up to the last page of a list', () => {
  expect(render(MAX_PAGES - 1)).toContain(`href="/list?page=${MAX_PAGES}"`);
});

test('load more: says how to find the rest in place of a link to a page that the list does not have', () => {
  const markup = render(MAX_PAGES);
  expect(markup).toContain('30 of 90. Filter the list.');
  expect(markup).not.toContain('<a');
});
