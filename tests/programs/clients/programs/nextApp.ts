import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../support/freePort.ts';
import { within } from '../../../support/within.ts';
import type { ClientProgram } from '../clientProgram.ts';
import { installWithKit, npm, visit } from '../kitApp.ts';
import { writeGuide } from '../tools.ts';

const PACKAGES = ['next', 'react', 'react-dom', 'graphql', 'typescript@6', '@types/react', '@types/node'];
const LAYOUT = `import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

/** A Server Component that renders a component of the kit for the browser. */
const VIDEO_PAGE = `import { Video } from '@trivium/react/Video';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { readVideo } from '../readVideo';

async function FilmVideo() {
  await connection();
  const video = await readVideo('lorenz');
  return video && <Video video={video} title="A film" />;
}

export default function Page() {
  return <Suspense><FilmVideo /></Suspense>;
}
`;

export const program: ClientProgram = {
  client: 'React kit in Next.js',
  asserts:
    'a new app builds with the files of the guide: text by the server, a list with more, a cached page, a video that plays',
  isLong: true,
  async run(graph, folder) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await installWithKit(folder, PACKAGES);
    for (const guide of ['react-kit', 'caching']) writeGuide(guide, 'next/', graph, folder);
    writeFileSync(join(folder, 'next.config.mjs'), 'export default { cacheComponents: true };\n');
    writeFileSync(join(folder, 'app/layout.tsx'), LAYOUT);
    mkdirSync(join(folder, 'app/video'));
    writeFileSync(join(folder, 'app/video/page.tsx'), VIDEO_PAGE);
    await npm(folder, 'exec', '--', 'next', 'build');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const next = join(folder, 'node_modules/next/dist/bin/next');
    const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', `${port}`], {
      cwd: folder,
      stdio: 'ignore',
    });
    try {
      await within(10_000, async () => {
        const html = await (await fetch(url)).text();
        if (!html.includes('Thousands of points')) throw new Error(`expected the text, got ${html}`);
      });
      for (const path of ['', 'video'])
        await visit(`${url}${path}`, async (page) => {
          if (path === '') await page.getByRole('heading', { name: 'Lorenz’s butterfly' }).waitFor();
          await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
        });
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  },
};
