import assert from 'node:assert/strict';
import { join } from 'node:path';
import { serveStarter } from '../../../e2e/support/serveStarter.ts';
import type { ClientProgram } from '../clientProgram.ts';
import { installWithKit, npm, visit } from '../kitApp.ts';
import { runTool, writeGuide } from '../tools.ts';

export const program: ClientProgram = {
  client: 'React kit in Vite',
  package: 'create-vite',
  asserts: 'a new app with graphql 17 builds with the files of the guide, and its list goes on by a click',
  isLong: true,
  async run(graph, folder) {
    await runTool('create-vite/index.js', ['app', '--template', 'react-ts', '--no-interactive'], folder);
    const app = join(folder, 'app');
    await installWithKit(app, ['graphql@17']);
    writeGuide('react-kit', '', graph, app);
    await npm(app, 'run', 'build');
    const server = await serveStarter(app);
    try {
      await visit(server.urlFor(graph.origin), async (page) => {
        await page.getByRole('heading', { name: 'Lorenz’s butterfly' }).waitFor();
        await page.getByRole('listitem').nth(5).waitFor();
        assert.equal(await page.getByRole('listitem').count(), 6);
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('listitem').nth(11).waitFor();
        assert.equal(await page.getByRole('listitem').count(), 12);
        await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
      });
    } finally {
      server.close();
    }
  },
};
