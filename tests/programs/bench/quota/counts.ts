import type { Stack } from '../../../support/stack.ts';

/** Requests to each provider. */
export interface Counts {
  readonly content: number;
  readonly search: number;
  readonly media: number;
}

/** Returns the requests to the APIs since the last `clearRequests`, those of the background included. */
export async function countRequests(stack: Pick<Stack, 'control'>): Promise<Counts> {
  const pathsOf = async (emulator: 'content' | 'search' | 'media') => {
    const { requests } = await stack.control(emulator, 'GET', 'requests');
    return (requests as { path: string }[]).map(({ path }) => path);
  };
  const [content, search, media] = await Promise.all([
    pathsOf('content'),
    pathsOf('search'),
    pathsOf('media'),
  ]);
  return {
    content: content.filter((path) => /\/data\/(query|doc|live)/.test(path)).length,
    search: search.length,
    media: media.length,
  };
}

export const times = ({ content, search, media }: Counts, factor: number): Counts => ({
  content: content * factor,
  search: search * factor,
  media: media * factor,
});

export const total = (all: readonly Counts[]): Counts => ({
  content: sum(all.map(({ content }) => content)),
  search: sum(all.map(({ search }) => search)),
  media: sum(all.map(({ media }) => media)),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
