import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { type ComponentType, Suspense } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { lazyWithFallback } from './lazyWithFallback.tsx';

const Loaded = ({ name }: { name: string }) => <p>{`loaded ${name}`}</p>;
const Fallback = ({ name }: { name: string }) => <p>{`no ${name}`}</p>;

/** Renders a component when its code has loaded. */
const markupOf = async (load: () => Promise<ComponentType<{ name: string }>>): Promise<string> => {
  const Component = lazyWithFallback(load, Fallback);
  const { prelude } = await prerenderToNodeStream(
    <Suspense>
      <Component name="player" />
    </Suspense>,
  );
  return text(prelude);
};

test('lazy component: is rendered with its props when its chunk has loaded', async () => {
  expect(await markupOf(async () => Loaded)).toContain('loaded player');
});

test('lazy component: is replaced by its fallback if its chunk fails to load', async () => {
  expect(await markupOf(() => Promise.reject(new TypeError('import failed')))).toContain('no player');
});
