import { afterEach, expect, test } from '@jest/globals';
import { whileVisible } from './whileVisible.ts';

const original = Object.getOwnPropertyDescriptors(globalThis);
afterEach(() => {
  for (const name of ['document', 'addEventListener', 'removeEventListener'] as const) {
    const descriptor = original[name as keyof typeof original];
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

/** Opens a page with this visibility, and returns the function that changes it. */
function openPage(visibilityState: DocumentVisibilityState) {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const tab = new EventTarget();
  Object.assign(globalThis, {
    document: page,
    addEventListener: tab.addEventListener.bind(tab),
    removeEventListener: tab.removeEventListener.bind(tab),
  });
  return {
    show() {
      page.visibilityState = 'visible';
      page.dispatchEvent(new Event('visibilitychange'));
    },
    leave: () => tab.dispatchEvent(new Event('pagehide')),
    comeBack: () => tab.dispatchEvent(new Event('pageshow')),
  };
}

/** Runs `whileVisible` and records how it starts. */
function record() {
  const starts: boolean[] = [];
  const stop = whileVisible((isResumed) => {
    starts.push(isResumed);
    return () => undefined;
  });
  return { starts, stop };
}

test('while visible: starts at once in a visible page, and again as resumed', () => {
  const { leave, comeBack } = openPage('visible');
  const { starts, stop } = record();
  expect(starts).toEqual([false]);
  leave();
  comeBack();
  expect(starts).toEqual([false, true]);
  stop();
});

test('while visible: starts as resumed in a page that was opened in the background', () => {
  const { show } = openPage('hidden');
  const { starts, stop } = record();
  expect(starts).toEqual([]);
  show();
  expect(starts).toEqual([true]);
  stop();
});
