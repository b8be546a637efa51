import type { ListenOptions, MutationEvent } from '@sanity/client';
import {
  type EventRecorder,
  recordEvents,
} from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import { createSanityClient } from './client.ts';
import { type ContentTarget, withScratch } from './target.ts';

// biome-ignore lint/suspicious/noExplicitAny: audits assert the shape of the data
export type Event = any;

export interface Listener {
  recorder: EventRecorder<Event>;
  id(name: string): string;
  type: string;
  /** Waits for the first mutation event of a document. */
  eventOf(name: string): Promise<MutationEvent>;
}

/** Creates an audit that listens with the official client, and starts after the welcome event. */
export function withListener(
  filter: string,
  options: ListenOptions,
  run: (target: ContentTarget, listener: Listener) => Promise<void>,
): (target: ContentTarget) => Promise<void> {
  return (target) =>
    withScratch(target, async ({ id, type }) => {
      const groq = `*[_type == $type${filter && ` && ${filter}`}]`;
      const recorder = recordEvents<Event>(
        createSanityClient(target).listen(groq, { type }, { events: ['welcome', 'mutation'], ...options }),
      );
      try {
        await recorder.waitFor((event) => event.type === 'welcome', 10_000);
        const eventOf = (name: string) => recorder.waitFor((event) => event.documentId === id(name), 10_000);
        await run(target, { recorder, id, type, eventOf });
      } finally {
        recorder.stop();
      }
    });
}
