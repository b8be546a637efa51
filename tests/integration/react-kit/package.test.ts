import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT } from '../../support/stack.ts';
import { createStarterApp, KIT_MANIFEST, type StarterApp } from '../../support/starterApp.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/react-kit.md`, 'utf8');
const README = readFileSync(`${ROOT}web/kit/README.md`, 'utf8');
/** The command of the guide that checks the types, without `npx`. */
const TYPE_CHECK = /^ {4}npx tsc (.*)$/m.exec(GUIDE)?.[1]?.split(' ') ?? [];
const MAX_STARTER_LINES = 60;
const BYTES_PER_KB = 1000;
const TIMEOUT_MS = 120_000;

let app: StarterApp;
beforeAll(async () => {
  app = await createStarterApp(GUIDE);
}, TIMEOUT_MS);
afterAll(() => app?.remove());

/** Returns the gzipped size of a module with its dependencies, except React, `graphql` and what it imports dynamically. */
async function sizeOf(entry: string): Promise<number> {
  const name = entry.replace('./', '');
  const config = {
    logLevel: 'error',
    build: {
      outDir: join(app.folder, 'sizes', name),
      lib: {
        entry: join(app.kit, KIT_MANIFEST.exports[entry] as string),
        formats: ['es'],
        fileName: 'entry',
      },
      minify: true,
      rolldownOptions: { external: ['react', 'react/jsx-runtime', 'graphql', 'hls.js/light'] },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  writeFileSync(join(app.folder, `${name}.config.js`), `export default ${JSON.stringify(config)};`);
  expect(await app.run('vite/bin/vite.js', ['build', '--config', `${name}.config.js`])).toBe('');
  return gzipSync(readFileSync(join(app.folder, 'sizes', name, 'entry.js')), { level: 9 }).length;
}

/** Returns the size in kB that the README states for each module. */
const statedSizes = (): ReadonlyMap<string, number> =>
  new Map(
    [...README.matchAll(/^\| (`.*?) \|.*\| (\d+) \|$/gm)].flatMap(([, names = '', size]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [`./${name}`, Number(size)] as const),
    ),
  );

describe('React kit', () => {
  test('is packed as modules with types, has the version of the gateway, and all its exports exist', () => {
    const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
    expect(KIT_MANIFEST.version).toBe(version);
    const allowed = /^(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/;
    expect(app.kitFiles.filter((file) => !allowed.test(file) || file.includes('.test.'))).toEqual([]);
    for (const file of Object.values(KIT_MANIFEST.exports))
      for (const path of [file, file.replace(/\.js$/, '.d.ts')])
        expect([path, existsSync(join(app.kit, path))]).toEqual([path, true]);
  });

  test('modules with state and effects are for the browser, and the others work on a server too', () => {
    const usesBrowser = /\b(useState|useEffect|useRef|useSyncExternalStore)\b.* from 'react'/;
    const modules = app.kitFiles.filter((file) => file.endsWith('.js'));
    const textOf = (file: string) => readFileSync(join(app.kit, file), 'utf8');
    const declared = modules.filter((file) => textOf(file).startsWith("'use client'"));
    expect(declared).toEqual(modules.filter((file) => usesBrowser.test(textOf(file))));
    for (const name of ['RichText', 'outline', 'footnotes', 'Picture', 'createRequest', 'fragments'])
      expect(declared).not.toContain(KIT_MANIFEST.exports[`./${name}`]?.replace('./', ''));
  });

  test(`the starter has at most ${MAX_STARTER_LINES} lines, and the kit checks its types`, async () => {
    const source = readFileSync(join(app.folder, 'src/App.tsx'), 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_STARTER_LINES);
    expect(await app.run('typescript/bin/tsc', TYPE_CHECK)).toBe('');
    writeFileSync(join(app.folder, 'src/App.tsx'), source.replace('{value.tex}', '{value.text}'));
    const output = await app.run('typescript/bin/tsc', TYPE_CHECK);
    writeFileSync(join(app.folder, 'src/App.tsx'), source);
    expect(output).toContain("Property 'text' does not exist");
  }, 60_000);

  test(
    'each module has at most the size that the README states',
    async () => {
      const stated = statedSizes();
      expect([...stated.keys()].sort()).toEqual(Object.keys(KIT_MANIFEST.exports).sort());
      const wrong: string[] = [];
      for (const [entry, kB] of stated) {
        const measured = (await sizeOf(entry)) / BYTES_PER_KB;
        if (measured > kB) wrong.push(`${entry}: expected at most ${kB} kB, got ${measured.toFixed(2)} kB`);
      }
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
