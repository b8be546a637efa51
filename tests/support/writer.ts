import { createClient, type SanityClient } from '@sanity/client';
import type { House } from './stack.ts';

/** The content service's official client with the right to write, as an editor's studio has it. */
export const writerOf = ({ config, emulators }: House): SanityClient =>
  createClient({
    projectId: config.content.projectId,
    dataset: config.content.dataset,
    apiVersion: '2025-02-19',
    token: config.content.writeToken as string,
    apiHost: emulators.content.url,
    useProjectHostname: false,
    useCdn: false,
  });
