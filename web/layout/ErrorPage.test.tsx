import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';

/** Renders the error page of an address whose loader throws a response with this status. */
const render = async (path: string, status: number): Promise<string> => {
  const loader = () => {
    throw new Response(null, { status });
  };
  const { query, dataRoutes } = createStaticHandler([{ path: '*', loader, ErrorBoundary: ErrorPage }]);
  const context = await query(new Request(`https://figures.test${path}`));
  if (context instanceof Response) throw new Error('expected a page, got a response');
  const router = createStaticRouter(dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
};

test.each([404, 503])(
  'error page %i: opens other pages in a new tab from the frame of another site',
  async (status) => {
    expect(await render('/embed/films/lorenz', status)).toMatch(/<a href="\/"[^>]* target="_blank"/);
    expect(await render('/films/lorenz', status)).not.toContain('target=');
  },
);
